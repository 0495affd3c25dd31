// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tcn.api.runtime.EventLog;
import io.tcn.api.text.EnumWord;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferState;
import org.springframework.stereotype.Component;

/// How often transfers came into each state, and why attempts failed.
@Component
final class TransferMetrics implements MeterBinder {
    private final EventLog events;

    TransferMetrics(EventLog events) {
        this.events = events;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (TransferState state : TransferState.values()) {
            FunctionCounter.builder("tcn.transfers", events, it -> it.changes(state))
                    .description("how often transfers came into a state")
                    .tag("state", EnumWord.of(state))
                    .register(registry);
        }
        for (ErrorCode code : ErrorCode.values()) {
            FunctionCounter.builder("tcn.failures", events, it -> it.failures(code))
                    .description("failures, retries and what was given up because of a predecessor, by kind")
                    .tag("kind", EnumWord.of(code))
                    .register(registry);
        }
        FunctionCounter.builder("tcn.answers.late", events, EventLog::lateAnswers)
                .description("answers about attempts that the dispatch loop did not know any more")
                .register(registry);
        FunctionCounter.builder("tcn.loop.defects", events, EventLog::failedSteps)
                .description("steps of the control, map and dispatch loops that broke")
                .register(registry);
    }
}
