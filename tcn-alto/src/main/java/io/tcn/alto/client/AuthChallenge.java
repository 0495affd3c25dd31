// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// One way to authenticate that a server offers in `WWW-Authenticate` (RFC 9110 §11.6.1).
///
/// @param scheme in lower case
/// @param parameters names in lower case, values without quotes
record AuthChallenge(String scheme, Map<String, String> parameters) {
    /// More text than this in one field is not looked at.
    private static final int MAX_LENGTH = 8192;

    AuthChallenge {
        parameters = Map.copyOf(parameters);
    }

    String parameter(String name, String otherwise) {
        return parameters.getOrDefault(name, otherwise);
    }

    /// All challenges in these fields; what cannot be read is left out.
    static List<AuthChallenge> parse(List<String> fields) {
        List<AuthChallenge> found = new ArrayList<>();
        for (String field : fields) {
            if (field.length() <= MAX_LENGTH) {
                new Reader(field, found).read();
            }
        }
        return found;
    }

    /// Reads one field. A word followed by `=` is a parameter of the scheme before it, any other word a scheme.
    private static final class Reader {
        private final String text;
        private final List<AuthChallenge> found;
        private int at;

        Reader(String text, List<AuthChallenge> found) {
            this.text = text;
            this.found = found;
        }

        void read() {
            String scheme = "";
            Map<String, String> parameters = new TreeMap<>();
            while (at < text.length()) {
                String word = word();
                if (word.isEmpty()) {
                    at++;
                    continue;
                }
                skipBlanks();
                if (at < text.length() && text.charAt(at) == '=') {
                    at++;
                    skipBlanks();
                    parameters.putIfAbsent(word, value());
                } else {
                    end(scheme, parameters);
                    scheme = word;
                    parameters = new TreeMap<>();
                }
            }
            end(scheme, parameters);
        }

        private void end(String scheme, Map<String, String> parameters) {
            if (!scheme.isEmpty()) {
                found.add(new AuthChallenge(scheme, parameters));
            }
        }

        private String word() {
            int start = at;
            while (at < text.length() && " \t,=\"".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(start, at).toLowerCase(Locale.ROOT);
        }

        private void skipBlanks() {
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
        }

        private String value() {
            if (at >= text.length() || text.charAt(at) != '"') {
                int start = at;
                word();
                return text.substring(start, at);
            }
            StringBuilder value = new StringBuilder();
            for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
                if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                    at++;
                }
                value.append(text.charAt(at));
            }
            at++;
            return value.toString();
        }
    }
}
