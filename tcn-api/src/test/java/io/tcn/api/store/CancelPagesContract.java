// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Cancelling what does not fit into one block: blocks of three transfers and pages of two jobs, where a server has
/// thousands and hundreds. Whatever the order of the pages, each open transfer is cancelled once and no other one.
abstract class CancelPagesContract extends JpaStoreContract {
    private static final int BLOCK = 3;
    private static final int PAGE = 2;
    private static final String ALICE = "/DC=org/CN=Alice";
    private static final String BOB = "/DC=org/CN=Paging Bob";

    private int users;

    /// Cancels as the store does, with the small pages.
    private List<TransferId> canceled(CancelScope scope, Instant now) {
        return canceled(scope, now, block -> {});
    }

    /// @param meanwhile gets each block before the next one is asked for
    private List<TransferId> canceled(CancelScope scope, Instant now, Consumer<List<TransferId>> meanwhile) {
        Cancellations small = new Cancellations(
                bean(JdbcTemplate.class),
                bean(JobStates.class),
                bean(LeftoverStore.class),
                bean(Journals.class),
                BLOCK,
                PAGE);
        TransactionTemplate transaction = new TransactionTemplate(bean(PlatformTransactionManager.class));
        List<TransferId> canceled = new ArrayList<>();
        CancelCursor at = CancelCursor.START;
        while (at != null) {
            CancelCursor here = at;
            Cancellations.Block block =
                    transaction.execute(status -> small.cancelBlock(scope, here, "canceled in pages", now));
            assertThat(block.transfers()).hasSizeLessThanOrEqualTo(BLOCK);
            assertThat(block.next()).as("the cursor goes on").isNotEqualTo(here);
            List<TransferId> ended =
                    block.transfers().stream().map(CanceledTransfer::transfer).toList();
            canceled.addAll(ended);
            meanwhile.accept(ended);
            at = block.next();
        }
        return canceled;
    }

    private UserId newUser() {
        UserId user = UserId.of("paged-" + ++users);
        bean(DirectoryStore.class).save(User.of(user));
        return user;
    }

    /// A job of so many queued transfers.
    private List<TransferId> jobOf(UserId user, String dn, @Nullable Instant expires, int files) {
        List<NewTransfer> transfers = IntStream.range(0, files)
                .mapToObj(i -> transfer(i, 3, List.of(), Set.of()))
                .toList();
        return submit(job(user, dn, 'N', expires, transfers));
    }

    private List<TransferId> jobsOf(UserId user, String dn, @Nullable Instant expires, int... sizes) {
        List<TransferId> all = new ArrayList<>();
        for (int size : sizes) {
            all.addAll(jobOf(user, dn, expires, size));
        }
        return all;
    }

    private void areCanceled(List<TransferId> transfers) {
        assertThat(transfers).extracting(this::stateOf).containsOnly(TransferState.CANCELED);
        assertThat(transfers)
                .extracting(transfer -> view(view(transfer).jobId()).state())
                .containsOnly("CANCELED");
    }

    @Test
    void allOfAJobThatFillsBlocksExactlyOrNotIsCanceled() {
        for (int files : List.of(BLOCK, 2 * BLOCK, 2 * BLOCK + 1)) {
            List<TransferId> all = jobOf(newUser(), ALICE, null, files);
            String job = view(all.getFirst()).jobId();
            assertThat(canceled(new CancelScope.OfJob(job), NOW)).containsExactlyElementsOf(all);
            areCanceled(all);
            assertThat(view(job).cancelRequested()).isTrue();
        }
    }

    @Test
    void filesOfAJobAreCanceledPageByPageAndTheOthersStay() {
        List<TransferId> all = jobOf(newUser(), ALICE, null, 2 * BLOCK + 2);
        List<TransferId> some = all.subList(0, 2 * BLOCK + 1);
        String job = view(all.getFirst()).jobId();
        assertThat(canceled(new CancelScope.Files(job, Set.copyOf(some)), NOW)).containsExactlyElementsOf(some);
        assertThat(some).extracting(this::stateOf).containsOnly(TransferState.CANCELED);
        assertThat(stateOf(all.getLast())).isEqualTo(TransferState.QUEUED);
        assertThat(view(job).canceled()).isEqualTo(some.size());
    }

    @Test
    void allOfPipesInEveryStateAndPriorityIsCanceled() {
        List<TransferId> all = new ArrayList<>();
        // The first pipe has a page and one more of each: priority, state, and what waits for a retry.
        for (int i = 0; i <= BLOCK; i++) {
            TransferId first = add(3, Set.of());
            TransferId running = add(2, Set.of());
            TransferId again = add(4, Set.of());
            made(claim(running, 1), activate(running, 1), claim(again, 1), activate(again, 1));
            made(retry(again, 1, true, NOW.plusSeconds(600)));
            all.addAll(List.of(first, add(5, Set.of()), add(3, Set.of(first)), running, again));
        }
        // Groups, one with a page and one more, one in another state only.
        List<TransferId> grouped = jobOf(USER, ALICE, null, 2 * BLOCK + 2);
        TransferId claimed = grouped.getLast();
        bean(JdbcTemplate.class)
                .update(
                        "update transfer set group_id = 7 where id > ?",
                        grouped.getFirst().value() - 1);
        bean(JdbcTemplate.class).update("update transfer set group_id = 9 where id = ?", claimed.value());
        made(claim(claimed, 1));
        all.addAll(grouped);
        TransferId over = add();
        made(claim(over, 1), activate(over, 1), finish(over, 1));
        var firstPipe = pipe();
        makePipe();
        var secondPipe = pipe();
        all.addAll(jobOf(USER, ALICE, null, BLOCK + 1));
        makePipe();
        TransferId elsewhere = add();

        assertThat(canceled(new CancelScope.OfPipes(Set.of(firstPipe, secondPipe)), NOW))
                .containsExactlyInAnyOrderElementsOf(all);
        areCanceled(all);
        assertThat(stateOf(over)).isEqualTo(TransferState.FINISHED);
        assertThat(stateOf(elsewhere)).isEqualTo(TransferState.QUEUED);
    }

    @Test
    void whatComesBackToAQueueThatWasGoneThroughIsCanceledToo() {
        TransferId running = add();
        made(claim(running, 1), activate(running, 1));
        List<TransferId> all = new ArrayList<>(jobOf(USER, ALICE, null, 3 * BLOCK));
        TransferId last = all.getLast();
        all.add(running);
        Set<TransferId> ended = new HashSet<>();
        boolean[] hasComeBack = {false};

        canceled(new CancelScope.OfPipes(Set.of(pipe())), NOW, block -> {
            ended.addAll(block);
            if (ended.size() > BLOCK && stateOf(last) == TransferState.QUEUED && !hasComeBack[0]) {
                made(claim(last, 1), activate(last, 1));
                hasComeBack[0] = true;
            } else if (stateOf(last) == TransferState.ACTIVE) {
                made(retry(last, 1, true, NOW.plusSeconds(600)));
            }
            if (!ended.contains(running)) {
                made(retry(running, 1, true, NOW.plusSeconds(600)));
            }
        });

        assertThat(hasComeBack[0]).isTrue();
        areCanceled(all);
    }

    @Test
    void allJobsOfAUserAreCanceledAlsoWhereABlockEndsWithinOne() {
        UserId user = newUser();
        UserId other = newUser();
        // Jobs are gone through in the order of their random names: with so many, each kind of page end occurs.
        List<TransferId> all = jobsOf(user, ALICE, null, 1, 1, 4, 2, 3, 7, 1, 5, 1, 6, 2);
        List<TransferId> stay = jobsOf(other, ALICE, null, 1, 4);

        assertThat(canceled(new CancelScope.OfUser(user), NOW)).containsExactlyInAnyOrderElementsOf(all);
        areCanceled(all);
        assertThat(stay).extracting(this::stateOf).containsOnly(TransferState.QUEUED);
    }

    @Test
    void theJobsOfOnePersonAreCanceledAmongThoseOfSeveralUsers() {
        UserId first = newUser();
        UserId second = newUser();
        List<TransferId> all = new ArrayList<>();
        List<TransferId> stay = new ArrayList<>();
        for (UserId user : List.of(first, second)) {
            for (int i = 1; i <= 2 * PAGE; i++) {
                all.addAll(jobOf(user, BOB, null, i));
                stay.addAll(jobOf(user, ALICE, null, 1));
            }
        }
        assertThat(canceled(new CancelScope.SubmittedBy(BOB), NOW)).containsExactlyInAnyOrderElementsOf(all);
        areCanceled(all);
        assertThat(stay).extracting(this::stateOf).containsOnly(TransferState.QUEUED);
    }

    @Test
    void allJobsWhoseTimeIsOverAreCanceledAlsoMoreOfOneMomentThanAPageHolds() {
        // Long before what other tests store.
        Instant end = NOW.minusSeconds(1_000_000);
        UserId user = newUser();
        List<TransferId> all = new ArrayList<>(jobsOf(user, ALICE, end, 1, 1, 1, 1, 1));
        all.addAll(jobsOf(user, ALICE, end.plusSeconds(1), 4, 1, 6, 2, 3));
        all.addAll(jobsOf(user, ALICE, end.minusSeconds(1), 2, 1, 1));
        List<TransferId> running = jobOf(user, ALICE, end, 2 * BLOCK);
        made(claim(running.getFirst(), 1), activate(running.getFirst(), 1));
        all.addAll(running.subList(1, running.size()));
        List<TransferId> stay = jobsOf(user, ALICE, end.plusSeconds(60), 2, 2);

        assertThat(canceled(new CancelScope.Expired(), end.plusSeconds(30))).containsExactlyInAnyOrderElementsOf(all);
        assertThat(all).extracting(this::stateOf).containsOnly(TransferState.CANCELED);
        assertThat(stateOf(running.getFirst())).isEqualTo(TransferState.ACTIVE);
        assertThat(stay).extracting(this::stateOf).containsOnly(TransferState.QUEUED);
    }
}
