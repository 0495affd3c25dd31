// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/// The reader of submissions, for the fuzzer.
public final class SubmissionTarget {
    private static final JsonMapper JSON = new JsonMapper();
    private static final SubmissionParser PARSER = new SubmissionParser(1000);

    private SubmissionTarget() {}

    /// Reads; a refusal is an answer too.
    @SuppressWarnings("EmptyCatch")
    public static void read(byte[] bytes) {
        try (JsonParser in = JSON.createParser(bytes)) {
            in.nextToken();
            PARSER.parse(in);
        } catch (FtsException | JacksonException refusal) {
            // as it should be
        }
    }
}
