// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.security.Caller;
import io.tcn.api.store.JobReader;
import io.tcn.core.model.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The query parameters of `GET /jobs`.
final class JobListQuery {
    private static final int MAX_LIMIT = 500;

    private JobListQuery() {}

    /// Callers see the jobs of their own user, administrators those of all or of the one asked for.
    static JobReader.Filter filter(Map<String, String> query, Caller caller, UserId user, Instant now) {
        String dlgId = query.get("dlg_id");
        if (dlgId != null && !dlgId.equals(caller.delegationId())) {
            throw new FtsException(403, "The delegation id of another caller cannot be asked for");
        }
        String userDn = query.get("user_dn");
        if (userDn != null && !userDn.equals(caller.dn()) && !caller.administrator()) {
            throw FtsException.badRequest("\"user_dn\" must be the caller's own");
        }
        String states = query.get("state_in");
        Integer limit = limit(query.get("limit"));
        Duration window = window(query.get("time_window"));
        boolean onlyOpen = window == null && (states == null || limit == null);
        return new JobReader.Filter(
                caller.administrator() ? emptyToNull(query.get("vo_name")) : user.value(),
                dlgId != null && userDn == null ? caller.dn() : emptyToNull(userDn),
                states == null ? null : states(states),
                emptyToNull(query.get("source_se")),
                emptyToNull(query.get("dest_se")),
                onlyOpen,
                window == null ? null : now.minus(window),
                limit);
    }

    private static List<String> states(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(String::strip)
                .filter(state -> !state.isEmpty())
                .toList();
    }

    private static @Nullable Integer limit(@Nullable String text) {
        if (text == null || !text.matches("-?[0-9]{1,9}")) {
            return null;
        }
        int limit = Integer.parseInt(text);
        if (limit < 0 || limit > MAX_LIMIT) {
            throw FtsException.badRequest("\"limit\" must be 0 to " + MAX_LIMIT);
        }
        return limit;
    }

    private static @Nullable Duration window(@Nullable String text) {
        if (text == null || !text.matches("[0-9]{1,5}(:[0-9]{1,5})?")) {
            return null;
        }
        String[] parts = text.split(":", -1);
        Duration window = Duration.ofHours(Long.parseLong(parts[0]));
        return parts.length == 1 ? window : window.plusMinutes(Long.parseLong(parts[1]));
    }

    private static @Nullable String emptyToNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
