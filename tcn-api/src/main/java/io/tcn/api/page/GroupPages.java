// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.page.Section.Fact;
import io.tcn.api.page.Section.Field;
import io.tcn.api.page.Section.Form;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.GroupSight;
import io.tcn.api.runtime.Groups;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.GroupStore;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.api.text.EnumWord;
import io.tcn.core.group.GroupPlan;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.PipeId;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Groups of transfers: in which order they go, what is left of each, and when it will be done. With the rights of
/// `/tcn/v1/groups`. Out of the order that the loop of groups has made last; one group asks the store for its own row
/// and its open jobs.
@Lazy
@Needs(Operation.TRANSFER)
@RestController
class GroupPages {
    private static final int MOST_JOBS = 500;

    private final Groups groups;
    private final GroupStore store;
    private final GroupSight sight;
    private final JobReader reader;
    private final Answers answers;

    GroupPages(Groups groups, GroupStore store, GroupSight sight, JobReader reader, Answers answers) {
        this.groups = groups;
        this.store = store;
        this.sight = sight;
        this.reader = reader;
        this.answers = answers;
    }

    /// A group and its place.
    ///
    /// @param number its place from 1; null while it has none
    /// @param at when the order was made
    private record Line(GroupStore.Rest rest, @Nullable Integer number, GroupPlan.@Nullable Place place, Instant at) {
        String name() {
            return rest.group().name();
        }

        @Nullable
        Instant expected() {
            return place == null ? null : at.plus(span(place.expectedSeconds()));
        }

        @Nullable
        Duration alone() {
            return place == null ? null : span(place.aloneSeconds());
        }

        @Nullable
        String bottleneck() {
            return place == null ? null : place.bottleneck();
        }

        @Nullable
        String deadline() {
            return place == null || rest.group().due() == null || place.deadline() == GroupPlan.Deadline.NONE
                    ? null
                    : EnumWord.of(place.deadline());
        }

        String tone() {
            return place == null
                    ? ""
                    : switch (place.deadline()) {
                        case NONE -> "";
                        case MET -> "good";
                        case MISSED, IMPOSSIBLE -> "bad";
                    };
        }

        private static Duration span(double seconds) {
            return Duration.ofSeconds(Math.round(Math.min(seconds, Integer.MAX_VALUE)));
        }
    }

    @GetMapping(Urls.ROOT + "/groups")
    ResponseEntity<byte[]> groups(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        String user = asked.get("user");
        JobReader.Of of = Visible.of(caller, user);
        Groups.Order order = groups.order();
        Predicate<GroupId> shown = sight.of(caller);
        List<Line> lines = lines(order).stream()
                .filter(line ->
                        of.user() == null || line.rest().group().user().value().equals(of.user()))
                .filter(line -> shown.test(line.rest().group().id()))
                .toList();
        long late = lines.stream().filter(line -> line.tone().equals("bad")).count();
        View view = new View("Groups", "Groups", asked).live();
        view.lead("Transfers that are of use only together. The first goes first where transfers of the same priority"
                + " wait for one pipe.");
        view.add(Section.facts(
                "order",
                "",
                List.of(
                        Fact.of("Not over", Unit.COUNT, lines.size()),
                        Fact.of("Deadlines that will be missed", Unit.COUNT, late)
                                .toned(late > 0 ? "bad" : ""),
                        Fact.of("Ordered (UTC)", Unit.MOMENT, order.at().equals(Instant.EPOCH) ? null : order.at()))));
        view.add(Section.form(
                "search",
                "",
                new Form(
                        Urls.ROOT + "/groups",
                        "get",
                        Map.of(),
                        List.of(new Field("user", "User", user, Map.of())),
                        "Show",
                        "")));
        view.add(table(lines));
        return answers.of(view, caller);
    }

    /// The groups that are not over, the one that goes first first, those without a place last.
    private static List<Line> lines(Groups.Order order) {
        return order.rests().stream()
                .map(rest -> line(rest, order))
                .sorted(Comparator.comparingInt(line -> line.number() == null ? Integer.MAX_VALUE : line.number()))
                .toList();
    }

    private static Line line(GroupStore.Rest rest, Groups.Order order) {
        int rank = order.plan().rankOf(rest.group().id());
        return rank == 0
                ? new Line(rest, null, null, order.at())
                : new Line(rest, rank, order.plan().places().get(rank - 1), order.at());
    }

    private static Table<Line> table(List<Line> lines) {
        return Table.of(
                "groups",
                "Groups in their order",
                lines,
                List.of(
                        Column.of("place", "Place", Unit.COUNT, Line::number),
                        Column.<Line>of("group", "Group", Unit.TEXT, Line::name)
                                .to(line -> Urls.group(line.rest().group().id().value())),
                        Column.<Line>of(
                                        "user",
                                        "User",
                                        Unit.TEXT,
                                        line -> line.rest().group().user().value())
                                .to(line -> Urls.user(line.rest().group().user())),
                        Column.of(
                                "jobs",
                                "Open jobs",
                                Unit.COUNT,
                                line -> line.rest().jobs()),
                        Column.of(
                                "files",
                                "Files left",
                                Unit.COUNT,
                                line -> Math.round(line.rest().files())),
                        Column.of(
                                "bytes", "Left", Unit.BYTES, line -> line.rest().bytesLeft()),
                        Column.of("bottleneck", "Bottleneck", Unit.TEXT, Line::bottleneck),
                        Column.of("alone", "Alone it takes", Unit.TIME, Line::alone),
                        Column.of("expected", "Done (UTC), expected", Unit.MOMENT, Line::expected),
                        Column.of(
                                "due",
                                "Deadline (UTC)",
                                Unit.MOMENT,
                                line -> line.rest().group().due()),
                        Column.<Line>of("deadline", "Deadline is", Unit.TEXT, Line::deadline)
                                .toned(Line::tone),
                        Column.of(
                                "weight",
                                "Weight",
                                Unit.COUNT,
                                line -> line.rest().group().weight())));
    }

    @GetMapping(Urls.ROOT + "/group")
    ResponseEntity<byte[]> group(
            @RequestParam String id, HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        GroupStore.Group group = visible(id, caller);
        Groups.Order order = groups.order();
        Optional<Line> line = order.rests().stream()
                .filter(rest -> rest.group().id().equals(group.id()))
                .findFirst()
                .map(rest -> line(rest.with(group), order));
        View view = new View("Group " + group.name(), "Groups", Asked.of(request)).live();
        List<Fact> facts = new ArrayList<>(List.of(
                Fact.of("User", group.user().value()).to(Urls.user(group.user())),
                Fact.of("Weight", Unit.COUNT, group.weight()),
                Fact.of("Deadline (UTC)", Unit.MOMENT, group.due()),
                Fact.of("First named (UTC)", Unit.MOMENT, group.created())));
        line.ifPresentOrElse(one -> facts.addAll(standing(one)), () -> facts.add(Fact.of("Left", "nothing")));
        view.add(Section.facts("group", "", facts));
        view.add(Table.of(
                "pipes",
                "What is left, by pipe",
                line.map(one -> List.copyOf(one.rest().bytes().entrySet())).orElse(List.of()),
                List.of(
                        Column.<Map.Entry<PipeId, Double>>of(
                                        "pipe",
                                        "Pipe",
                                        Unit.TEXT,
                                        entry -> entry.getKey().value())
                                .to(entry -> Urls.pipe(entry.getKey())),
                        Column.of("bytes", "Left", Unit.BYTES, Map.Entry::getValue))));
        List<String> open = store.openJobs(group.id(), "", MOST_JOBS + 1);
        List<JobView> jobs = reader.find(open.subList(0, Math.min(open.size(), MOST_JOBS))).values().stream()
                .filter(job -> Visible.isTo(job, caller))
                .sorted(Comparator.comparing(JobView::submitTime))
                .toList();
        view.add(JobPages.jobs(jobs)
                .noted(open.size() > MOST_JOBS ? "Some " + MOST_JOBS + of(line) + " open jobs." : ""));
        return answers.of(view, caller);
    }

    private static String of(Optional<Line> line) {
        return line.map(one -> " of " + one.rest().jobs()).orElse("");
    }

    private static List<Fact> standing(Line line) {
        return List.of(
                Fact.of("Place", Unit.COUNT, line.number()),
                Fact.of("Open jobs", Unit.COUNT, line.rest().jobs()),
                Fact.of("Files left", Unit.COUNT, Math.round(line.rest().files())),
                Fact.of("Left", Unit.BYTES, line.rest().bytesLeft()),
                Fact.of("Bottleneck", line.bottleneck()),
                Fact.of("Alone it takes", Unit.TIME, line.alone()),
                Fact.of("Done (UTC), expected", Unit.MOMENT, line.expected()),
                Fact.of("The deadline is", line.deadline()).toned(line.tone()));
    }

    private GroupStore.Group visible(String id, Caller caller) {
        return number(id)
                .flatMap(number -> sight.find(number, caller))
                .orElseThrow(() -> Problem.notFound("there is no such group, or it is not yours"));
    }

    private static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.valueOf(text.strip()));
        } catch (NumberFormatException none) {
            return Optional.empty();
        }
    }
}
