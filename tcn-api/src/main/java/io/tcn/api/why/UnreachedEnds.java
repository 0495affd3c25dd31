// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import io.tcn.api.runtime.Unreached;
import io.tcn.core.model.Pipe;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Which agents do not reach an end of a pipe. That keeps nothing from moving as long as others do, so it is told
/// beside the cause.
final class UnreachedEnds {
    private static final int MOST_IN_TEXT = 3;
    private static final int MOST = 20;

    private UnreachedEnds() {}

    /// @param all who does not reach what
    static Cause add(Cause cause, Pipe pipe, List<Unreached> all) {
        List<Unreached> here = all.stream().filter(each -> each.isEndOf(pipe)).toList();
        if (here.isEmpty()) {
            return cause;
        }
        String words = here.stream()
                .limit(MOST_IN_TEXT)
                .map(each -> "agent " + each.agent() + " does not reach " + each.endpoint() + " since "
                        + each.since().truncatedTo(ChronoUnit.SECONDS) + " (" + each.failures()
                        + (each.failures() == 1 ? " failure)" : " failures)"))
                .collect(Collectors.joining(", "));
        String more = here.size() > MOST_IN_TEXT ? ", and " + (here.size() - MOST_IN_TEXT) + " more agents" : "";
        return new Cause(cause.code(), cause.text() + "; " + words + more, cause.details(), cause.next())
                .with(
                        "unreached",
                        here.stream().limit(MOST).map(UnreachedEnds::told).toList());
    }

    private static Map<String, Object> told(Unreached unreached) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("agent", unreached.agent());
        told.put("endpoint", unreached.endpoint().toString());
        told.put("since", unreached.since());
        told.put("failures", unreached.failures());
        told.put("nextTry", unreached.nextTry());
        told.put("lastError", unreached.code().name());
        return told;
    }
}
