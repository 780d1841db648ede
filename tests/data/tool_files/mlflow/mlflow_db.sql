BEGIN TRANSACTION;
CREATE TABLE "experiments" (
	experiment_id INTEGER NOT NULL, 
	name VARCHAR(256) NOT NULL, 
	artifact_location VARCHAR(256), 
	lifecycle_stage VARCHAR(32), 
	creation_time BIGINT, 
	last_update_time BIGINT, 
	workspace VARCHAR(63) DEFAULT 'default' NOT NULL, 
	CONSTRAINT experiment_pk PRIMARY KEY (experiment_id), 
	CONSTRAINT experiments_lifecycle_stage CHECK (lifecycle_stage IN ('active', 'deleted')), 
	CONSTRAINT uq_experiments_workspace_name UNIQUE (workspace, name)
);
INSERT INTO "experiments" VALUES(0,'Default','/experiments/mlruns/0','active',1795355908010,1795355908010,'default');
INSERT INTO "experiments" VALUES(1,'classics','/experiments/mlruns/1','active',1795355908020,1795355908020,'default');
CREATE TABLE "latest_metrics" (
	"key" VARCHAR(250) NOT NULL, 
	value FLOAT NOT NULL, 
	timestamp BIGINT, 
	step BIGINT NOT NULL, 
	is_nan BOOLEAN NOT NULL, 
	run_uuid VARCHAR(32) NOT NULL, 
	CONSTRAINT latest_metric_pk PRIMARY KEY ("key", run_uuid), 
	FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid), 
	CHECK (is_nan IN (0, 1))
);
INSERT INTO "latest_metrics" VALUES('accuracy',0.9737,1795355908302,3,0,'98d60e50d2a3463c95c31d1fb422cd2c');
INSERT INTO "latest_metrics" VALUES('test/log_loss',0.1132,1795355908320,0,0,'98d60e50d2a3463c95c31d1fb422cd2c');
INSERT INTO "latest_metrics" VALUES('accuracy',0.9737,1795355908534,3,0,'30b7647a77984f22a474254bb5172f6b');
INSERT INTO "latest_metrics" VALUES('test/log_loss',0.1136,1795355908570,0,0,'30b7647a77984f22a474254bb5172f6b');
INSERT INTO "latest_metrics" VALUES('accuracy',0.9737,1795355908701,3,0,'a3d11ea1c3db459ca09a605dea9bd7ee');
INSERT INTO "latest_metrics" VALUES('test/log_loss',0.9712,1795355908713,0,0,'a3d11ea1c3db459ca09a605dea9bd7ee');
INSERT INTO "latest_metrics" VALUES('accuracy',0.9737,1795355908844,3,0,'5a61c3e3566245528e908905b4ec6a1b');
INSERT INTO "latest_metrics" VALUES('test/log_loss',0.9485,1795355908869,0,0,'5a61c3e3566245528e908905b4ec6a1b');
INSERT INTO "latest_metrics" VALUES('accuracy',0.9778,1795355909296,3,0,'251fcab737e04b06b21af260f6929725');
INSERT INTO "latest_metrics" VALUES('test/log_loss',0.1835,1795355909329,0,0,'251fcab737e04b06b21af260f6929725');
INSERT INTO "latest_metrics" VALUES('accuracy',0.9778,1795355909749,3,0,'937f59e94d26401c8af883af5998d2b8');
INSERT INTO "latest_metrics" VALUES('test/log_loss',0.1735,1795355909789,0,0,'937f59e94d26401c8af883af5998d2b8');
INSERT INTO "latest_metrics" VALUES('accuracy',0.9333,1795355909929,3,0,'8664b8077a5c4d168085919d450ccc8a');
INSERT INTO "latest_metrics" VALUES('test/log_loss',1.662,1795355909957,0,0,'8664b8077a5c4d168085919d450ccc8a');
INSERT INTO "latest_metrics" VALUES('accuracy',0.9556,1795355910077,3,0,'f521383ebe1f4257acccde7f4995ad64');
INSERT INTO "latest_metrics" VALUES('test/log_loss',1.6019,1795355910101,0,0,'f521383ebe1f4257acccde7f4995ad64');
INSERT INTO "latest_metrics" VALUES('accuracy',0.1,1795355910194,0,0,'ad940f622d074afd953d3c2a1926044e');
CREATE TABLE "metrics" (
	"key" VARCHAR(250) NOT NULL, 
	value FLOAT NOT NULL, 
	timestamp BIGINT NOT NULL, 
	run_uuid VARCHAR(32) NOT NULL, 
	step BIGINT DEFAULT '0' NOT NULL, 
	is_nan BOOLEAN DEFAULT '0' NOT NULL, 
	CONSTRAINT metric_pk PRIMARY KEY ("key", timestamp, step, run_uuid, value, is_nan), 
	FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid), 
	CHECK (is_nan IN (0, 1))
);
INSERT INTO "metrics" VALUES('accuracy',0.9474,1795355908220,'98d60e50d2a3463c95c31d1fb422cd2c',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.9737,1795355908302,'98d60e50d2a3463c95c31d1fb422cd2c',3,0);
INSERT INTO "metrics" VALUES('test/log_loss',0.1132,1795355908320,'98d60e50d2a3463c95c31d1fb422cd2c',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.6053,1795355908414,'30b7647a77984f22a474254bb5172f6b',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.9737,1795355908534,'30b7647a77984f22a474254bb5172f6b',3,0);
INSERT INTO "metrics" VALUES('test/log_loss',0.1136,1795355908570,'30b7647a77984f22a474254bb5172f6b',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.5789,1795355908672,'a3d11ea1c3db459ca09a605dea9bd7ee',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.9737,1795355908701,'a3d11ea1c3db459ca09a605dea9bd7ee',3,0);
INSERT INTO "metrics" VALUES('test/log_loss',0.9712,1795355908713,'a3d11ea1c3db459ca09a605dea9bd7ee',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.5789,1795355908818,'5a61c3e3566245528e908905b4ec6a1b',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.9737,1795355908844,'5a61c3e3566245528e908905b4ec6a1b',3,0);
INSERT INTO "metrics" VALUES('test/log_loss',0.9485,1795355908869,'5a61c3e3566245528e908905b4ec6a1b',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.9333,1795355909113,'251fcab737e04b06b21af260f6929725',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.9778,1795355909296,'251fcab737e04b06b21af260f6929725',3,0);
INSERT INTO "metrics" VALUES('test/log_loss',0.1835,1795355909329,'251fcab737e04b06b21af260f6929725',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.9333,1795355909567,'937f59e94d26401c8af883af5998d2b8',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.9778,1795355909749,'937f59e94d26401c8af883af5998d2b8',3,0);
INSERT INTO "metrics" VALUES('test/log_loss',0.1735,1795355909789,'937f59e94d26401c8af883af5998d2b8',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.6667,1795355909900,'8664b8077a5c4d168085919d450ccc8a',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.9333,1795355909929,'8664b8077a5c4d168085919d450ccc8a',3,0);
INSERT INTO "metrics" VALUES('test/log_loss',1.662,1795355909957,'8664b8077a5c4d168085919d450ccc8a',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.6889,1795355910050,'f521383ebe1f4257acccde7f4995ad64',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.9556,1795355910077,'f521383ebe1f4257acccde7f4995ad64',3,0);
INSERT INTO "metrics" VALUES('test/log_loss',1.6019,1795355910101,'f521383ebe1f4257acccde7f4995ad64',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.1,1795355910194,'ad940f622d074afd953d3c2a1926044e',0,0);
CREATE TABLE "params" (
	"key" VARCHAR(250) NOT NULL, 
	value VARCHAR(8000) NOT NULL, 
	run_uuid VARCHAR(32) NOT NULL, 
	CONSTRAINT param_pk PRIMARY KEY ("key", run_uuid), 
	FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid)
);
INSERT INTO "params" VALUES('model','forest','98d60e50d2a3463c95c31d1fb422cd2c');
INSERT INTO "params" VALUES('dataset','iris','98d60e50d2a3463c95c31d1fb422cd2c');
INSERT INTO "params" VALUES('seed','0','98d60e50d2a3463c95c31d1fb422cd2c');
INSERT INTO "params" VALUES('max_depth','3','98d60e50d2a3463c95c31d1fb422cd2c');
INSERT INTO "params" VALUES('model','forest','30b7647a77984f22a474254bb5172f6b');
INSERT INTO "params" VALUES('dataset','iris','30b7647a77984f22a474254bb5172f6b');
INSERT INTO "params" VALUES('seed','1','30b7647a77984f22a474254bb5172f6b');
INSERT INTO "params" VALUES('max_depth','3','30b7647a77984f22a474254bb5172f6b');
INSERT INTO "params" VALUES('model','tree','a3d11ea1c3db459ca09a605dea9bd7ee');
INSERT INTO "params" VALUES('dataset','iris','a3d11ea1c3db459ca09a605dea9bd7ee');
INSERT INTO "params" VALUES('seed','0','a3d11ea1c3db459ca09a605dea9bd7ee');
INSERT INTO "params" VALUES('max_depth','3','a3d11ea1c3db459ca09a605dea9bd7ee');
INSERT INTO "params" VALUES('model','tree','5a61c3e3566245528e908905b4ec6a1b');
INSERT INTO "params" VALUES('dataset','iris','5a61c3e3566245528e908905b4ec6a1b');
INSERT INTO "params" VALUES('seed','1','5a61c3e3566245528e908905b4ec6a1b');
INSERT INTO "params" VALUES('max_depth','3','5a61c3e3566245528e908905b4ec6a1b');
INSERT INTO "params" VALUES('model','forest','251fcab737e04b06b21af260f6929725');
INSERT INTO "params" VALUES('dataset','wine','251fcab737e04b06b21af260f6929725');
INSERT INTO "params" VALUES('seed','0','251fcab737e04b06b21af260f6929725');
INSERT INTO "params" VALUES('max_depth','3','251fcab737e04b06b21af260f6929725');
INSERT INTO "params" VALUES('model','forest','937f59e94d26401c8af883af5998d2b8');
INSERT INTO "params" VALUES('dataset','wine','937f59e94d26401c8af883af5998d2b8');
INSERT INTO "params" VALUES('seed','1','937f59e94d26401c8af883af5998d2b8');
INSERT INTO "params" VALUES('max_depth','3','937f59e94d26401c8af883af5998d2b8');
INSERT INTO "params" VALUES('model','tree','8664b8077a5c4d168085919d450ccc8a');
INSERT INTO "params" VALUES('dataset','wine','8664b8077a5c4d168085919d450ccc8a');
INSERT INTO "params" VALUES('seed','0','8664b8077a5c4d168085919d450ccc8a');
INSERT INTO "params" VALUES('max_depth','3','8664b8077a5c4d168085919d450ccc8a');
INSERT INTO "params" VALUES('model','tree','f521383ebe1f4257acccde7f4995ad64');
INSERT INTO "params" VALUES('dataset','wine','f521383ebe1f4257acccde7f4995ad64');
INSERT INTO "params" VALUES('seed','1','f521383ebe1f4257acccde7f4995ad64');
INSERT INTO "params" VALUES('max_depth','3','f521383ebe1f4257acccde7f4995ad64');
INSERT INTO "params" VALUES('model','tree','ad940f622d074afd953d3c2a1926044e');
INSERT INTO "params" VALUES('dataset','iris','ad940f622d074afd953d3c2a1926044e');
INSERT INTO "params" VALUES('seed','9','ad940f622d074afd953d3c2a1926044e');
CREATE TABLE "runs" (
	run_uuid VARCHAR(32) NOT NULL, 
	name VARCHAR(250), 
	source_type VARCHAR(20), 
	source_name VARCHAR(500), 
	entry_point_name VARCHAR(50), 
	user_id VARCHAR(256), 
	status VARCHAR(9), 
	start_time BIGINT, 
	end_time BIGINT, 
	source_version VARCHAR(50), 
	lifecycle_stage VARCHAR(20), 
	artifact_uri VARCHAR(200), 
	experiment_id INTEGER, deleted_time BIGINT, 
	CONSTRAINT run_pk PRIMARY KEY (run_uuid), 
	CONSTRAINT source_type CHECK (source_type IN ('NOTEBOOK', 'JOB', 'LOCAL', 'UNKNOWN', 'PROJECT')), 
	CONSTRAINT runs_lifecycle_stage CHECK (lifecycle_stage IN ('active', 'deleted')), 
	FOREIGN KEY(experiment_id) REFERENCES experiments (experiment_id), 
	CHECK (status IN ('SCHEDULED', 'FAILED', 'FINISHED', 'RUNNING', 'KILLED'))
);
INSERT INTO "runs" VALUES('98d60e50d2a3463c95c31d1fb422cd2c','forest-iris-0','UNKNOWN','','','root','FINISHED',1795355908047,1795355908324,'','active','/experiments/mlruns/1/98d60e50d2a3463c95c31d1fb422cd2c/artifacts',1,NULL);
INSERT INTO "runs" VALUES('30b7647a77984f22a474254bb5172f6b','forest-iris-1','UNKNOWN','','','root','FINISHED',1795355908331,1795355908592,'','active','/experiments/mlruns/1/30b7647a77984f22a474254bb5172f6b/artifacts',1,NULL);
INSERT INTO "runs" VALUES('a3d11ea1c3db459ca09a605dea9bd7ee','tree-iris-0','UNKNOWN','','','root','FINISHED',1795355908616,1795355908743,'','active','/experiments/mlruns/1/a3d11ea1c3db459ca09a605dea9bd7ee/artifacts',1,NULL);
INSERT INTO "runs" VALUES('5a61c3e3566245528e908905b4ec6a1b','tree-iris-1','UNKNOWN','','','root','FINISHED',1795355908764,1795355908891,'','active','/experiments/mlruns/1/5a61c3e3566245528e908905b4ec6a1b/artifacts',1,NULL);
INSERT INTO "runs" VALUES('251fcab737e04b06b21af260f6929725','forest-wine-0','UNKNOWN','','','root','FINISHED',1795355908917,1795355909349,'','active','/experiments/mlruns/1/251fcab737e04b06b21af260f6929725/artifacts',1,NULL);
INSERT INTO "runs" VALUES('937f59e94d26401c8af883af5998d2b8','forest-wine-1','UNKNOWN','','','root','FINISHED',1795355909372,1795355909815,'','active','/experiments/mlruns/1/937f59e94d26401c8af883af5998d2b8/artifacts',1,NULL);
INSERT INTO "runs" VALUES('8664b8077a5c4d168085919d450ccc8a','tree-wine-0','UNKNOWN','','','root','FINISHED',1795355909837,1795355909983,'','active','/experiments/mlruns/1/8664b8077a5c4d168085919d450ccc8a/artifacts',1,NULL);
INSERT INTO "runs" VALUES('f521383ebe1f4257acccde7f4995ad64','tree-wine-1','UNKNOWN','','','root','FINISHED',1795355909993,1795355910123,'','active','/experiments/mlruns/1/f521383ebe1f4257acccde7f4995ad64/artifacts',1,NULL);
INSERT INTO "runs" VALUES('ad940f622d074afd953d3c2a1926044e','mistake','UNKNOWN','','','root','FINISHED',1795355910144,1795355910217,'','deleted','/experiments/mlruns/1/ad940f622d074afd953d3c2a1926044e/artifacts',1,1795355910245);
CREATE TABLE "tags" (
	"key" VARCHAR(250) NOT NULL, 
	value VARCHAR(8000), 
	run_uuid VARCHAR(32) NOT NULL, 
	CONSTRAINT tag_pk PRIMARY KEY ("key", run_uuid), 
	FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid)
);
INSERT INTO "tags" VALUES('mlflow.runName','forest-iris-0','98d60e50d2a3463c95c31d1fb422cd2c');
INSERT INTO "tags" VALUES('mlflow.runName','forest-iris-1','30b7647a77984f22a474254bb5172f6b');
INSERT INTO "tags" VALUES('mlflow.runName','tree-iris-0','a3d11ea1c3db459ca09a605dea9bd7ee');
INSERT INTO "tags" VALUES('mlflow.runName','tree-iris-1','5a61c3e3566245528e908905b4ec6a1b');
INSERT INTO "tags" VALUES('mlflow.runName','forest-wine-0','251fcab737e04b06b21af260f6929725');
INSERT INTO "tags" VALUES('mlflow.runName','forest-wine-1','937f59e94d26401c8af883af5998d2b8');
INSERT INTO "tags" VALUES('mlflow.runName','tree-wine-0','8664b8077a5c4d168085919d450ccc8a');
INSERT INTO "tags" VALUES('mlflow.runName','tree-wine-1','f521383ebe1f4257acccde7f4995ad64');
INSERT INTO "tags" VALUES('mlflow.runName','mistake','ad940f622d074afd953d3c2a1926044e');
CREATE INDEX index_metrics_run_uuid ON metrics (run_uuid);
CREATE INDEX index_latest_metrics_run_uuid ON latest_metrics (run_uuid);
CREATE INDEX index_params_run_uuid ON params (run_uuid);
CREATE INDEX index_tags_run_uuid ON tags (run_uuid);
CREATE INDEX idx_experiments_workspace ON experiments (workspace);
CREATE INDEX idx_experiments_workspace_creation_time ON experiments (workspace, creation_time);
CREATE INDEX index_metrics_run_uuid_key_step ON metrics (run_uuid, "key", step);
COMMIT;
