// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import java.util.ArrayList;
import java.util.List;

/// JSON Pointers (RFC 6901) as lists of names.
final class JsonPointers {
    private JsonPointers() {}

    static List<String> parse(String text) throws AltoFormatException {
        List<String> names = new ArrayList<>();
        if (text.isEmpty()) {
            return names;
        }
        if (text.charAt(0) != '/') {
            throw bad("a pointer that does not begin with /");
        }
        for (String each : text.substring(1).split("/", Json.MAX_DEPTH + 1)) {
            names.add(unescaped(each));
        }
        if (names.size() > Json.MAX_DEPTH) {
            throw bad("a pointer of more than " + Json.MAX_DEPTH + " names");
        }
        return names;
    }

    private static String unescaped(String name) throws AltoFormatException {
        int tilde = name.indexOf('~');
        while (tilde >= 0) {
            if (tilde + 1 == name.length() || (name.charAt(tilde + 1) != '0' && name.charAt(tilde + 1) != '1')) {
                throw bad("a pointer with a stray ~");
            }
            tilde = name.indexOf('~', tilde + 1);
        }
        return name.replace("~1", "/").replace("~0", "~");
    }

    private static AltoFormatException bad(String why) {
        return new AltoFormatException(InvalidReason.PATCH, why);
    }
}
