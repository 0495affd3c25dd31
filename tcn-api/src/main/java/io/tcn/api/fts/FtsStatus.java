// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpStatus;

/// HTTP status lines as FTS writes them into its answers, and its shape for errors.
public final class FtsStatus {
    private FtsStatus() {}

    /// Code and reason, such as `404 Not Found`.
    public static String line(int code) {
        if (code == 200) {
            // With a small k: clients compare this text.
            return "200 Ok";
        }
        if (code == 419) {
            return "419 Authentication Timeout";
        }
        HttpStatus known = HttpStatus.resolve(code);
        return known == null ? code + " Error" : code + " " + known.getReasonPhrase();
    }

    /// `{"status": ..., "message": ...}`.
    public static Map<String, Object> error(int code, String message) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", line(code));
        body.put("message", message);
        return body;
    }
}
