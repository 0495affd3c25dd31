// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.whatif;

import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Optimizers;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.store.HistoryRow;
import io.tcn.api.store.HistoryStore;
import io.tcn.api.store.WorkReader;
import io.tcn.api.store.WorkReader.OpenFile;
import io.tcn.core.control.ControlSettings;
import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.optimizer.catalog.KnownPast;
import io.tcn.core.optimizer.start.FirstConnections;
import io.tcn.core.port.SettingHistory;
import io.tcn.core.port.TimeSource;
import io.tcn.core.state.PipeActivity;
import io.tcn.core.state.StateSnapshot;
import io.tcn.core.utility.Utilities;
import io.tcn.sim.predict.Controller;
import io.tcn.sim.predict.Declared;
import io.tcn.sim.predict.LiveState;
import io.tcn.sim.predict.PipeState;
import io.tcn.sim.predict.Sample;
import io.tcn.sim.predict.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Puts together what this server knows at this moment: snapshots of the loops, the last decision, the history, and
/// sizes of files from the store. A bounded number of rows is read, however much is queued: of the pipes that move
/// most, the past and the first files of the queue; of the rest of a queue the number, with the mean size of those
/// that were looked at.
@Component
class LiveStates {
    /// Pipes of which past and sizes are read; the others count with what the loops remember.
    private static final int LOOKED_AT = 200;

    private static final int LEAST_FILES = 20;
    private static final int MOST_FILES = 2_000;

    /// Files of all pipes together whose sizes are looked at.
    private static final int FILES = 20_000;

    private static final int MOST_JOB_FILES = 10_000;
    private static final int MOST_AHEAD = 1_000_000;

    private final ControlPlane controlPlane;
    private final ControlBoard board;
    private final HistoryStore history;
    private final SettingHistory settings;
    private final WorkReader work;
    private final TcnProperties properties;
    private final LeftAside leftAside;
    private final TimeSource time;

    LiveStates(
            ControlPlane controlPlane,
            ControlBoard board,
            HistoryStore history,
            SettingHistory settings,
            WorkReader work,
            TcnProperties properties,
            LeftAside leftAside,
            TimeSource time) {
        this.controlPlane = controlPlane;
        this.board = board;
        this.history = history;
        this.settings = settings;
        this.work = work;
        this.properties = properties;
        this.leftAside = leftAside;
        this.time = time;
    }

    /// @param jobs whose end is asked for
    LiveState now(List<String> jobs) {
        StateSnapshot snapshot = controlPlane.state().snapshot();
        return new Reading(snapshot, jobs).state();
    }

    private Controller controller() {
        TcnProperties.Control control = properties.control();
        return new Controller(
                Optimizers.byName(
                        control.optimizer(),
                        Utilities.byName(control.utility()),
                        new KnownPast(FirstConnections.AS_SET, settings)),
                new ControlSettings(control.interval(), control.samples()),
                BoundSettings.DEFAULT.withWindow(control.boundWindow()));
    }

    /// One look at everything.
    private final class Reading {
        private final StateSnapshot snapshot;
        private final PastSamples past = new PastSamples(history, board, time.now());
        private final Map<PipeId, Map<String, List<OpenFile>>> jobFiles = new HashMap<>();
        private final List<String> notes = new ArrayList<>();
        private long queuedFiles;
        private long sizedFiles;
        private int heldPipes;

        Reading(StateSnapshot snapshot, List<String> jobs) {
            this.snapshot = snapshot;
            for (String job : jobs) {
                List<OpenFile> files = work.ofJob(job, MOST_JOB_FILES);
                files.forEach(file -> jobFiles.computeIfAbsent(PipeId.of(file.pipe()), first -> new TreeMap<>())
                        .computeIfAbsent(job, first -> new ArrayList<>())
                        .add(file));
                if (files.size() == MOST_JOB_FILES) {
                    notes.add("of job " + job + " the first " + MOST_JOB_FILES + " files are looked at");
                }
            }
        }

        LiveState state() {
            List<Pipe> busy = snapshot.pipes().values().stream()
                    .filter(this::isBusy)
                    .sorted(Comparator.comparing((Pipe pipe) -> !jobFiles.containsKey(pipe.id()))
                            .thenComparingDouble(pipe -> -lastBps(pipe))
                            .thenComparingInt(pipe ->
                                    -controlPlane.state().activityOf(pipe.id()).queuedTransfers())
                            .thenComparing(Pipe::id))
                    .toList();
            int each = Math.clamp(FILES / Math.max(1, Math.min(LOOKED_AT, busy.size())), LEAST_FILES, MOST_FILES);
            List<PipeState> pipes = new ArrayList<>();
            for (int i = 0; i < busy.size(); i++) {
                pipes.add(pipe(busy.get(i), i < LOOKED_AT ? each : 0));
            }
            note(busy.size());
            return new LiveState(
                    new Declared(
                            List.copyOf(snapshot.users().values()),
                            List.copyOf(snapshot.pipes().values()),
                            List.copyOf(snapshot.resourceSets().values()),
                            snapshot.resourceControls(),
                            List.copyOf(snapshot.endpointLimits().values()),
                            List.copyOf(snapshot.pairLimits().values()),
                            snapshot.totalLimit()),
                    pipes,
                    snapshot.map(),
                    snapshot.control().constraints(),
                    controller(),
                    notes);
        }

        private void note(int busy) {
            if (busy > LOOKED_AT) {
                notes.add("of " + busy + " busy pipes the past is known of the " + LOOKED_AT + " that move most; of the"
                        + " others what the last interval shows is taken");
            }
            if (queuedFiles > sizedFiles) {
                notes.add("sizes of " + sizedFiles + " of " + queuedFiles
                        + " queued files were looked at; the others are taken to be like them");
            }
            if (heldPipes > 0) {
                notes.add(heldPipes + (heldPipes == 1 ? " pipe is" : " pipes are")
                        + " held: what is queued there is left out");
            }
            notes.addAll(leftAside.notes());
        }

        private boolean isBusy(Pipe pipe) {
            PipeActivity activity = controlPlane.state().activityOf(pipe.id());
            return activity.activeTransfers() > 0
                    || activity.queuedTransfers() > 0
                    || activity.waitingTransfers() > 0
                    || lastBps(pipe) > 0;
        }

        private double lastBps(Pipe pipe) {
            return board.last(pipe.id())
                    .map(view -> view.observation().throughputBps())
                    .orElse(0.0);
        }

        /// @param most files whose sizes are looked at; 0: nothing of the pipe is read from the store
        private PipeState pipe(Pipe pipe, int most) {
            PipeActivity activity = controlPlane.state().activityOf(pipe.id());
            List<HistoryRow> rows = most > 0 ? past.rows(pipe) : List.of();
            List<Sample> samples = past.samples(pipe, rows);
            List<OpenFile> first =
                    most > 0 && activity.queuedTransfers() > 0 ? work.queued(pipe.id(), most) : List.of();
            List<OpenFile> active =
                    most > 0 && activity.activeTransfers() > 0 ? work.running(pipe.id(), most) : List.of();
            double mean = BelievedFiles.meanBytes(first, active, activity);
            boolean held = controlPlane.dispatch().holdOf(pipe.id()).isPresent();
            heldPipes += held && activity.queuedTransfers() + activity.waitingTransfers() > 0 ? 1 : 0;
            queuedFiles += activity.queuedTransfers();
            sizedFiles += Math.min(first.size(), activity.queuedTransfers());
            double arrival = BelievedFiles.arrivalBps(rows, mean, activity);
            return new PipeState(
                    pipe,
                    snapshot.control().tuningOf(pipe).connections(),
                    running(pipe, active, mean, activity.activeTransfers()),
                    held ? List.of() : queued(pipe, first, mean, activity.queuedTransfers()),
                    arrival,
                    arrival > 0 ? mean : 0,
                    samples);
        }

        private List<Work> running(Pipe pipe, List<OpenFile> active, double mean, int count) {
            List<Work> running = new ArrayList<>();
            for (OpenFile file : active) {
                AttemptId attempt = new AttemptId(TransferId.of(file.id()), file.attempts());
                Optional<AttemptProgress> progress = controlPlane.progressOf(attempt);
                long expected = progress.map(AttemptProgress::expectedBytes).orElse(-1L);
                double size = file.sizeBytes() >= 0 ? file.sizeBytes() : expected >= 0 ? expected : mean;
                double moved = progress.map(AttemptProgress::movedBytes).orElse(0L);
                running.add(new Work(1, Math.max(0, size - moved), jobOf(pipe, file)));
            }
            if (count > active.size()) {
                // Of those that were not looked at half is taken to be there.
                running.add(new Work(count - active.size(), mean / 2, null));
            }
            return running;
        }

        private @Nullable String jobOf(Pipe pipe, OpenFile file) {
            Map<String, List<OpenFile>> jobs = jobFiles.getOrDefault(pipe.id(), Map.of());
            return jobs.containsKey(file.job()) ? file.job() : null;
        }

        /// The queue in its order. Files of a job that somebody asks for stand together where the first of them stands;
        /// those that wait for others, too.
        private List<Work> queued(Pipe pipe, List<OpenFile> first, double mean, int count) {
            List<Work> queue = new ArrayList<>();
            long left = count;
            Map<String, List<OpenFile>> jobs = jobFiles.getOrDefault(pipe.id(), Map.of());
            if (jobs.isEmpty()) {
                left -= addClasses(queue, first, mean);
                addMean(queue, left, mean);
                return queue;
            }
            Map<Integer, List<OpenFile>> byPlace = new TreeMap<>();
            jobs.values().forEach(files -> {
                List<OpenFile> waiting = files.stream()
                        .filter(file ->
                                file.state().equals("QUEUED") || file.state().equals("WAITING"))
                        .toList();
                if (!waiting.isEmpty()) {
                    OpenFile head = waiting.getFirst();
                    int place = work.before(pipe.id(), head.priority(), head.id(), MOST_AHEAD);
                    byPlace.computeIfAbsent(place, at -> new ArrayList<>()).addAll(waiting);
                }
            });
            long placed = 0;
            for (Map.Entry<Integer, List<OpenFile>> next : byPlace.entrySet()) {
                addMean(queue, next.getKey() - placed, mean);
                for (OpenFile file : next.getValue()) {
                    queue.add(new Work(1, file.sizeBytes() >= 0 ? file.sizeBytes() : mean, file.job()));
                }
                placed = Math.max(placed, next.getKey()) + next.getValue().size();
            }
            addMean(queue, left - placed, mean);
            return queue;
        }

        private static void addMean(List<Work> queue, long files, double mean) {
            if (files > 0) {
                queue.add(new Work(files, mean, null));
            }
        }

        /// Neighbours of one size are one.
        ///
        /// @return how many files were added
        private static long addClasses(List<Work> queue, List<OpenFile> files, double mean) {
            for (OpenFile file : files) {
                double size = file.sizeBytes() >= 0 ? file.sizeBytes() : mean;
                Work last = queue.isEmpty() ? null : queue.getLast();
                if (last != null && last.bytesEach() == size) {
                    queue.set(queue.size() - 1, new Work(last.files() + 1, size, null));
                } else {
                    queue.add(new Work(1, size, null));
                }
            }
            return files.size();
        }
    }
}
