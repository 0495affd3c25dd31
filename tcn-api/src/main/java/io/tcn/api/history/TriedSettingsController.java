// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import io.tcn.api.openapi.About;
import io.tcn.api.problem.Problem;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.PastSettingStore;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.PastSetting;
import io.tcn.core.port.SettingHistory;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What pipes moved on each number of connections that they had: what `harp` begins with.
@Needs
@RestController
@RequestMapping("/tcn/v1")
class TriedSettingsController {
    /// Of all pipes together so many of the newest are looked at.
    private static final int LOOKED = 2000;

    private final History history;
    private final PastSettingStore store;

    TriedSettingsController(History history, PastSettingStore store) {
        this.history = history;
        this.store = store;
    }

    @About("What pipes moved on each number of connections that they had.")
    record TriedSettingsAnswer(@About("The newest first.") List<TriedSettingAnswer> settings) {}

    @About("What a number of connections moved within ten minutes, while files waited.")
    record TriedSettingAnswer(
            @About("The pipe.") String pipe,
            @About("When the ten minutes ended.") Instant at,
            @About("Connections that were open.") int connections,
            @About("For how long, in seconds.") double seconds,
            @About("What they moved, in bit/s.") double throughputBps,

            @About("Files that ran or waited, on average; null where nobody knows.") @Nullable
            Double files,

            @About("Mean size of the files that ended, in bytes; null where none did.") @Nullable
            Double fileBytes,

            @About("Least capacity on the path, in bit/s; null where the map told none.") @Nullable
            Double bandwidthBps) {
        static TriedSettingAnswer of(PastSettingStore.Tried tried) {
            PastSetting setting = tried.setting();
            return new TriedSettingAnswer(
                    tried.pipe().value(),
                    setting.until(),
                    setting.connections(),
                    setting.seconds(),
                    setting.throughputBps(),
                    known(setting.files()),
                    known(setting.fileBytes()),
                    known(setting.bandwidthBps()));
        }

        private static @Nullable Double known(double value) {
            return value > 0 ? value : null;
        }
    }

    @GetMapping("/history/settings")
    @About(
            value = "What pipes moved on each number of connections that they had, the newest first.",
            answers = TriedSettingsAnswer.class,
            refuses = 404)
    TriedSettingsAnswer settings(
            @About("Of this pipe; by default of all pipes that you may see.") @RequestParam(required = false) @Nullable
                    String pipe,
            @About(value = "The most of them.", atLeast = 1, atMost = SettingHistory.MOST)
                    @RequestParam(defaultValue = "100")
                    int limit,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        if (limit < 1 || limit > SettingHistory.MOST) {
            throw Problem.badRequest("\"limit\" must be 1 to " + SettingHistory.MOST + ", given was " + limit);
        }
        return new TriedSettingsAnswer(
                tried(pipe, limit, caller).stream().map(TriedSettingAnswer::of).toList());
    }

    private List<PastSettingStore.Tried> tried(@Nullable String pipe, int limit, Caller caller) {
        if (pipe == null) {
            return store.newestOf(null, LOOKED, LOOKED).stream()
                    .filter(tried -> caller.mayActFor(tried.setting().key().user()))
                    .limit(limit)
                    .toList();
        }
        if (history.find(HistorySeries.Kind.PIPE, pipe, caller).isEmpty()) {
            throw Problem.notFound("there is no history of pipe " + pipe);
        }
        return store.newestOf(PipeId.of(pipe), RememberedSettings.MOST_SETTINGS, limit);
    }
}
