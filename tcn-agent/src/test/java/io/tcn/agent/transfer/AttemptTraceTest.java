// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.fake.FakeRequest;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AttemptTraceTest extends PlaneFixture {
    private final List<String> heardOf = new CopyOnWriteArrayList<>();

    private final class Recording implements AttemptTrace {
        private volatile String part = "";

        @Override
        public Optional<String> parent() {
            return Optional.of("in-" + part);
        }

        @Override
        public void part(String name) {
            part = name;
            heardOf.add(name);
        }

        @Override
        public void ended(@Nullable TransferFailure failure) {
            heardOf.add(failure == null ? "ended" : failure.code().name());
        }
    }

    @BeforeEach
    void aFileAtTheSource() {
        from.put("/f", Orders.bytes(10_000));
    }

    @Test
    void eachRequestToAStorageNamesThePartOfTheAttempt() throws InterruptedException {
        with(settings -> settings.traces(attempt -> new Recording()));

        finish(usual());

        assertThat(heardOf).containsExactly("look", "copy", "ended");
        assertThat(from.requests("HEAD"))
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.header("traceparent")).isPresent());
        assertThat(to.requests("COPY").getFirst().header("traceparent")).contains("in-copy");
        // The storage that copies asks the other one without it: nobody has told it to pass it on.
        assertThat(from.requests("GET").getFirst().header("traceparent")).isEmpty();
        assertThat(to.requests("COPY").getFirst().headers().keySet())
                .noneMatch(name -> name.startsWith("transferheader"));
        List<FakeRequest> heads = to.requests("HEAD");
        assertThat(heads.getFirst().header("traceparent")).contains("in-look");
        assertThat(heads.getLast().header("traceparent")).contains("in-copy");
    }

    @Test
    void anAttemptThatFailsSaysWhy() throws InterruptedException {
        from.remove("/f");
        with(settings -> settings.traces(attempt -> new Recording()));

        fail(usual());

        assertThat(heardOf).containsExactly("look", ErrorCode.SOURCE_NOT_FOUND.name());
    }

    @Test
    void anAttemptIsAsGoodWithoutATrace() throws InterruptedException {
        with(settings -> settings.traces(attempt -> {
            throw new IllegalStateException("the database is away");
        }));

        finish(usual());

        assertThat(to.requests("COPY").getFirst().header("traceparent")).isEmpty();
    }
}
