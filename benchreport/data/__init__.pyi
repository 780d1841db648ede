from benchreport.data.columns.roles import Roles as Roles
from benchreport.data.curves import Curves as Curves
from benchreport.data.predictions import Predictions as Predictions
from benchreport.data.scores import Scores as Scores
from benchreport.data.several import Several as Several
