from benchreport.paper.make_table import table as table
from benchreport.paper.name_numbers import numbers as numbers
from benchreport.paper.write_sentence import sentence as sentence
