// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Operation;
import io.tcn.api.security.Submitter;
import io.tcn.api.store.JobReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The query parameters of `GET /jobs`, some of which other lists have too.
final class JobListQuery {
    private static final int MAX_LIMIT = 500;

    private JobListQuery() {}

    /// Callers of level `vo` see the jobs of their first user, of a lower level their own, of level `all` those of
    /// all or of the one asked for.
    static JobReader.Filter filter(Map<String, String> query, Caller caller, Instant now) {
        Level level = caller.level(Operation.TRANSFER);
        String dlgId = query.get("dlg_id");
        if (dlgId != null && !dlgId.equals(caller.delegationId())) {
            throw new FtsException(403, "The delegation id of another caller cannot be asked for");
        }
        String userDn = emptyToNull(query.get("user_dn"));
        if (userDn != null && !userDn.equals(caller.dn()) && level != Level.ALL) {
            throw FtsException.badRequest("\"user_dn\" must be the caller's own");
        }
        String states = query.get("state_in");
        Integer limit = limit(query.get("limit"), MAX_LIMIT);
        Duration window = window(query.get("time_window"));
        boolean onlyOpen = window == null && (states == null || limit == null);
        boolean own = level == Level.OWN || dlgId != null;
        String submitter = own && userDn == null ? caller.dn() : userDn;
        return new JobReader.Filter(
                userOf(query, caller),
                submitter,
                caller.dn().equals(submitter) ? Submitter.credentialOf(caller) : null,
                states == null
                        ? null
                        : JobAccess.split(states).stream().map(String::strip).toList(),
                emptyToNull(query.get("source_se")),
                emptyToNull(query.get("dest_se")),
                onlyOpen,
                window == null ? null : now.minus(window),
                limit);
    }

    /// Whose files a list shows.
    static JobReader.Of of(Map<String, String> query, Caller caller) {
        boolean own = caller.level(Operation.TRANSFER) == Level.OWN;
        return new JobReader.Of(
                userOf(query, caller), own ? caller.dn() : null, own ? Submitter.credentialOf(caller) : null);
    }

    /// The user to whose things a list is restricted, null for no restriction.
    static @Nullable String userOf(Map<String, String> query, Caller caller) {
        return caller.level(Operation.TRANSFER) == Level.ALL
                ? emptyToNull(query.get("vo_name"))
                : caller.user().value();
    }

    /// @return null if none is given that can be read
    static @Nullable Integer limit(@Nullable String text, int most) {
        if (text == null || !text.matches("-?[0-9]{1,9}")) {
            return null;
        }
        int limit = Integer.parseInt(text);
        if (limit < 0 || limit > most) {
            throw FtsException.badRequest("\"limit\" must be 0 to " + most);
        }
        return limit;
    }

    /// `H` or `H:M`.
    ///
    /// @return null if none is given that can be read
    static @Nullable Duration window(@Nullable String text) {
        if (text == null || !text.matches("[0-9]{1,5}(:[0-9]{1,5})?")) {
            return null;
        }
        String[] parts = text.split(":", -1);
        Duration window = Duration.ofHours(Long.parseLong(parts[0]));
        return parts.length == 1 ? window : window.plusMinutes(Long.parseLong(parts[1]));
    }

    static @Nullable String emptyToNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    static List<String> list(@Nullable String text) {
        return JobAccess.split(text).stream().map(String::strip).toList();
    }
}
