-- SPDX-License-Identifier: Apache-2.0
-- Pipes that an operator has removed stay as rows, because transfers of the past belong to them; the loops do not know
-- them. Resource controls have a timetable, as JSON; null: always in force. Runs on H2 and on PostgreSQL.
ALTER TABLE pipe ADD COLUMN forgotten BOOLEAN DEFAULT FALSE NOT NULL;
ALTER TABLE resource_control ADD COLUMN timetable VARCHAR(8000);
