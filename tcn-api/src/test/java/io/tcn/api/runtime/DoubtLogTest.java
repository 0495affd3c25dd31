// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tcn.core.model.DoubtedCapacity;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DoubtLogTest {
    private static final DoubtedCapacity HALF = new DoubtedCapacity(ResourceId.of("link:a"), 20e9, 9.8e9, 41.7);
    private static final DoubtedCapacity MORE = new DoubtedCapacity(ResourceId.of("link:b"), 1e9, 1.5e9, 8);

    private final Logger logger = (Logger) LoggerFactory.getLogger(DoubtLog.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final DoubtLog log = new DoubtLog();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
    }

    private List<String> after(DoubtedCapacity... doubts) {
        lines.list.clear();
        log.decided(
                new Observation(
                        1,
                        Instant.EPOCH,
                        Duration.ofSeconds(10),
                        List.of(),
                        NetworkMapSnapshot.empty(Instant.EPOCH),
                        List.of()),
                new Decision(1, Instant.EPOCH, List.of(), 0, 0, List.of(), List.of(doubts)));
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void whatIsRefutedIsToldOnceAndWhenItFitsAgain() {
        assertThat(after()).isEmpty();
        assertThat(after(HALF))
                .singleElement()
                .satisfies(line ->
                        assertThat(line).contains("20 Gbit/s of link:a", "full with 9.8 Gbit/s", "42 connections"));
        assertThat(after(HALF)).isEmpty();
        assertThat(after(HALF, MORE))
                .singleElement()
                .satisfies(line -> assertThat(line).contains("1 Gbit/s of link:b", "more, 1.5 Gbit/s"));
        assertThat(after(MORE))
                .singleElement()
                .satisfies(line -> assertThat(line).contains("link:a agrees with the map again"));
    }
}
