from benchreport.paper.make_table import table as table
from benchreport.paper.numbers import numbers as numbers
from benchreport.paper.sentence import sentence as sentence
