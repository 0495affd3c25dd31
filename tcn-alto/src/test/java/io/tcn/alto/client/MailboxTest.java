// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private final List<String> done = new ArrayList<>();
    private final List<Throwable> bugs = new ArrayList<>();
    private final Mailbox mailbox = new Mailbox(bugs::add);

    @Test
    void whatATaskBringsRunsAfterItAndNotWithinIt() {
        mailbox.run(() -> {
            mailbox.run(() -> done.add("second"));
            done.add("first");
        });
        assertThat(done).containsExactly("first", "second");
    }

    @Test
    void aTaskThatFailsIsToldAndThoseBehindItRun() {
        mailbox.run(() -> {
            mailbox.run(() -> done.add("behind"));
            throw new IllegalStateException("bug");
        });
        mailbox.run(() -> done.add("later"));
        assertThat(done).containsExactly("behind", "later");
        assertThat(bugs).hasSize(1);
    }

    @Test
    void tasksOfManyThreadsRunOneAtATimeAndNoneIsLost() throws Exception {
        int[] count = {0}; // no lock: the mailbox is what keeps the threads apart
        CountDownLatch all = new CountDownLatch(8);
        for (int i = 0; i < 8; i++) {
            Thread.ofVirtual().start(() -> {
                for (int n = 0; n < 1000; n++) {
                    mailbox.run(() -> count[0]++);
                }
                all.countDown();
            });
        }
        assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
        CountDownLatch last = new CountDownLatch(1);
        mailbox.run(last::countDown);
        assertThat(last.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(count[0]).isEqualTo(8000);
    }
}
