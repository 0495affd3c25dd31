// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

/// Jobs as a client sends them.
final class Jobs {
    /// The end of the first destination's path.
    static final String FIRST_PATH = "/data/scope/d1/file-0";

    private Jobs() {}

    /// A job of some files, as Rucio would submit them.
    static String json(Target target, int files) {
        return json(target.source(), target.destination(), files);
    }

    /// The same between any two places.
    ///
    /// @param source address that paths are added to, as is the destination
    static String json(String source, String destination, int files) {
        StringBuilder json = new StringBuilder(300 + files * 320).append("{\"files\": [");
        for (int i = 0; i < files; i++) {
            json.append(i == 0 ? "" : ", ")
                    .append("{\"sources\": [\"")
                    .append(source)
                    .append("/data/scope/d0/file-")
                    .append(i)
                    .append("\"], \"destinations\": [\"")
                    .append(destination)
                    .append("/data/scope/d1/file-")
                    .append(i)
                    .append("\"], \"checksum\": \"ADLER32:0a1b2c3d\", \"filesize\": 1048576,")
                    .append(" \"activity\": \"Production\", \"metadata\": {\"request_id\": \"r-")
                    .append(i)
                    .append("\", \"scope\": \"user.alice\", \"name\": \"file-")
                    .append(i)
                    .append("\"}}");
        }
        return json.append("], \"params\": {\"verify_checksum\": \"both\", \"overwrite\": true, \"priority\": 3,"
                        + " \"job_metadata\": {\"issuer\": \"rucio\"}}}")
                .toString();
    }

    /// The id in the answer to a submission.
    static String id(String answer) {
        int key = answer.indexOf("\"job_id\"");
        int start = answer.indexOf('"', answer.indexOf(':', key)) + 1;
        return answer.substring(start, answer.indexOf('"', start));
    }
}
