// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Why something is as it is.
///
/// @param code what it is, for programs
/// @param text one sentence, for people
/// @param details the names and numbers in it, by key
/// @param next what stands behind it: of what, and why that is so
public record Cause(CauseCode code, String text, Map<String, Object> details, List<Behind> next) {
    /// Something that a cause rests on, and its own cause.
    ///
    /// @param of as in `transfer 5` or `pipe a-b-cms`
    public record Behind(String of, Cause cause) {}

    public Cause {
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
        next = List.copyOf(next);
    }

    static Cause of(CauseCode code, String text) {
        return new Cause(code, text, Map.of(), List.of());
    }

    /// With one detail more; nothing is added if it is not known.
    Cause with(String key, @Nullable Object value) {
        if (value == null) {
            return this;
        }
        Map<String, Object> more = new LinkedHashMap<>(details);
        more.put(key, value);
        return new Cause(code, text, more, next);
    }

    /// With something more that stands behind it.
    public Cause withBehind(String of, Cause cause) {
        List<Behind> more = new ArrayList<>(next);
        more.add(new Behind(of, cause));
        return new Cause(code, text, details, more);
    }
}
