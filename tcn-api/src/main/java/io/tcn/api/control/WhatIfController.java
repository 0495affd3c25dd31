// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.TimedControl;
import io.tcn.api.whatif.WhatIf;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import io.tcn.sim.predict.Declared;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// What would be if something else were declared: nothing is changed, and the loops are not told.
@Needs(value = Operation.CONFIG, level = Level.ALL)
@RestController
@RequestMapping("/tcn/v1/what-if")
class WhatIfController {
    static final long LEAST_HORIZON = 10;
    static final long MOST_HORIZON = 86_400;
    private static final long HORIZON = 600;
    private static final int MOST_JOBS = 10;
    private static final int MOST_CONTROLS = 1_000;
    private static final String RETRY_AFTER_SECONDS = "5";

    private final WhatIf whatIf;
    private final Directory directory;
    private final RequestBodies bodies;
    private final RcChecks checks;
    private final ConfigurationReader reader;
    private final InForce inForce;
    private final JobReader jobs;

    WhatIfController(
            WhatIf whatIf,
            Directory directory,
            RequestBodies bodies,
            RcChecks checks,
            ConfigurationReader reader,
            InForce inForce,
            JobReader jobs) {
        this.whatIf = whatIf;
        this.directory = directory;
        this.bodies = bodies;
        this.checks = checks;
        this.reader = reader;
        this.inForce = inForce;
        this.jobs = jobs;
    }

    @PostMapping
    @About(
            value = "What users, pipes and jobs would do after a change: simulated from the present state, in a few"
                    + " seconds; nothing is changed.",
            takes = WhatIfAnswers.WhatIfQuestion.class,
            refuses = {404, 409, 503})
    WhatIfAnswers.WhatIfAnswer whatIf(HttpServletRequest request) throws IOException {
        WhatIfAnswers.WhatIfQuestion body = bodies.read(request, WhatIfAnswers.WhatIfQuestion.class);
        List<String> warnings = new ArrayList<>();
        UnaryOperator<Declared> change = change(body, warnings);
        long horizon = horizon(body.horizonSeconds());
        List<String> asked = jobs(body.jobs());
        try {
            WhatIf.Told told = whatIf.ask(change, Duration.ofSeconds(horizon), asked);
            return WhatIfAnswers.of(told, horizon, asked, warnings);
        } catch (WhatIf.BusyException busy) {
            Problem problem = new Problem(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    busy.getMessage() + ", try again in " + RETRY_AFTER_SECONDS + " seconds");
            problem.getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
            throw problem;
        }
    }

    private static long horizon(@Nullable Long asked) {
        long horizon = asked == null ? HORIZON : asked;
        if (horizon < LEAST_HORIZON || horizon > MOST_HORIZON) {
            throw Problem.badRequest(
                    "horizonSeconds",
                    "\"horizonSeconds\" is " + LEAST_HORIZON + " to " + MOST_HORIZON + ", given was " + horizon);
        }
        return horizon;
    }

    private List<String> jobs(@Nullable List<String> asked) {
        if (asked == null) {
            return List.of();
        }
        if (asked.size() > MOST_JOBS) {
            throw Problem.badRequest(
                    "jobs", "\"jobs\" holds at most " + MOST_JOBS + " ids, given were " + asked.size());
        }
        Set<String> ids = new TreeSet<>();
        for (String job : asked) {
            ids.add(RequestBodies.need(job, "jobs"));
        }
        Set<String> known = jobs.find(ids).keySet();
        ids.stream().filter(id -> !known.contains(id)).findFirst().ifPresent(unknown -> {
            throw Problem.notFound("there is no job " + unknown);
        });
        return List.copyOf(ids);
    }

    /// The elements of a list that may be missing.
    ///
    /// @throws Problem 400 if one of them is null
    private static <T> List<T> elements(@Nullable List<T> given, String name) {
        if (given == null) {
            return List.of();
        }
        int none = given.indexOf(null);
        if (none >= 0) {
            throw Problem.badRequest(name, "\"" + name + "[" + none + "]\" is null");
        }
        return given;
    }

    private UnaryOperator<Declared> change(WhatIfAnswers.WhatIfQuestion body, List<String> warnings) {
        List<Requests.SetRc> set = elements(body.setRc(), "setRc");
        List<WhatIfAnswers.RemovedRc> removed = elements(body.removeRc(), "removeRc");
        ConfigurationBody configuration = body.configuration();
        boolean hasControls = !set.isEmpty() || !removed.isEmpty();
        if (hasControls == (configuration != null)) {
            throw Problem.badRequest(
                    hasControls
                            ? "give \"configuration\" alone, without \"setRc\" and \"removeRc\""
                            : "nothing to change: give \"setRc\", \"removeRc\" or \"configuration\"");
        }
        if (set.size() + removed.size() > MOST_CONTROLS) {
            throw Problem.badRequest("at most " + MOST_CONTROLS + " controls are changed in one question");
        }
        if (configuration != null) {
            boolean remove = Boolean.TRUE.equals(body.remove());
            ConfigurationDiff diff = new ConfigurationDiff(
                    reader.present(),
                    reader.wanted(configuration, remove),
                    remove,
                    user -> DeclarationChecks.names(directory, user.user().id(), user.dns()));
            if (diff.changes().isEmpty()) {
                warnings.add("the server has it as it is there: nothing would change");
            }
            return present -> RcChange.with(present, diff.change());
        }
        List<ResourceControl> wanted = new ArrayList<>();
        boolean force = Boolean.TRUE.equals(body.force());
        for (Requests.SetRc one : set) {
            RcChecks.Checked checked = checks.check(one, force);
            checked.wanted().stream().map(TimedControl::control).forEach(wanted::add);
            if (checked.target().when() != null) {
                warnings.add("the timetable is left aside: this is how it would be while the control of "
                        + checked.target().user() + " on " + checked.target().set() + " is in force");
            }
            String contradiction = checked.contradiction();
            if (contradiction != null) {
                warnings.add(contradiction);
            }
        }
        List<ResourceControl> gone = new ArrayList<>();
        removed.forEach(one -> gone.addAll(gone(one)));
        warnings.addAll(inForce.warnings(wanted));
        return present -> RcChange.with(present, wanted, gone);
    }

    private List<ResourceControl> gone(WhatIfAnswers.RemovedRc removed) {
        UserId user = RequestBodies.checked(() -> UserId.of(RequestBodies.need(removed.user(), "user")));
        ResourceSetName set = RequestBodies.checked(
                () -> ResourceSetName.of(RequestBodies.need(removed.resourceSet(), "resourceSet")));
        List<ResourceControl> found =
                RcChange.matching(directory.resourceControls(), user, set, RcChecks.kinds(removed.kind()));
        if (found.isEmpty()) {
            throw Problem.notFound("user " + user + " has no "
                    + (removed.kind() == null ? "resource control" : removed.kind()) + " on " + set);
        }
        return found;
    }
}
