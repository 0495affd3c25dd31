// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.policy.TransferUrls;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Directory;
import io.tcn.api.store.DirectoryStore.UserDn;
import io.tcn.api.store.TimedControl;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Configurations as the directory has them, and as bodies ask for them.
@Component
class ConfigurationReader {
    private final Directory directory;
    private final PipeBodies pipes;

    ConfigurationReader(Directory directory, PipeBodies pipes) {
        this.directory = directory;
        this.pipes = pipes;
    }

    /// What is declared now; the sets that are always there are left out.
    Configuration present() {
        return new Configuration(
                Configuration.byKey(
                        directory.users().stream()
                                .map(user -> new Configuration.UserWithNames(user, directory.dnsOf(user.id())))
                                .toList(),
                        user -> user.user().id(),
                        "user"),
                Configuration.byKey(
                        directory.resourceSets().stream()
                                .filter(set -> !ResourceSet.isFixed(set.name()))
                                .toList(),
                        ResourceSet::name,
                        "set"),
                Configuration.byKey(directory.pipes(), Pipe::id, "pipe"),
                Configuration.byKey(directory.resourceControls(), Configuration::keyOf, "control"),
                Configuration.byKey(directory.endpointLimits(), EndpointLimit::endpoint, "limit"));
    }

    /// What a body asks for.
    ///
    /// @param remove whether what is not in the body goes
    Configuration wanted(ConfigurationBody body, boolean remove) {
        GivenNames given = GivenNames.of(body.users());
        Map<UserId, Configuration.UserWithNames> users = part(
                "users",
                body.users(),
                user -> user(user, given, remove),
                user -> user.user().id());
        if (users != null && !remove) {
            for (Configuration.UserWithNames loser : given.losers(directory)) {
                users.putIfAbsent(loser.user().id(), loser);
            }
        }
        Configuration wanted = new Configuration(
                users,
                part("resourceSets", body.resourceSets(), ConfigurationReader::set, ResourceSet::name),
                part("pipes", body.pipes(), this::pipe, Pipe::id),
                controls(body.resourceControls()),
                part("endpointLimits", body.endpointLimits(), ConfigurationReader::limit, EndpointLimit::endpoint));
        refuseUnknown(wanted);
        return wanted;
    }

    private static <B, V, K extends Comparable<? super K>> @Nullable Map<K, V> part(
            String name, @Nullable List<B> bodies, Function<B, V> read, Function<V, K> key) {
        if (bodies == null) {
            return null;
        }
        List<V> values = new ArrayList<>();
        for (int i = 0; i < bodies.size(); i++) {
            B body = bodies.get(i);
            values.add(at(name, i, () -> {
                if (body == null) {
                    throw Problem.badRequest("null is none");
                }
                return read.apply(body);
            }));
        }
        return Configuration.byKey(values, key, name + ":");
    }

    /// Tells which entry of the body is wrong.
    private static <T> T at(String name, int index, Supplier<T> read) {
        try {
            return read.get();
        } catch (Problem problem) {
            throw Problem.badRequest(
                    name + "[" + index + "]: " + problem.getBody().getDetail());
        }
    }

    /// @param remove whether the names that are not in its list go, if there is a list; names of administrators stay
    private Configuration.UserWithNames user(Requests.CreateUser body, GivenNames given, boolean remove) {
        User user = DeclarationChecks.user(body);
        TreeSet<String> dns = new TreeSet<>();
        DeclarationChecks.names(directory, user.id(), body.dns() == null ? List.of() : body.dns())
                .forEach(name -> dns.add(name.dn()));
        given.left(directory, user.id()).stream()
                .filter(dn -> !remove
                        || body.dns() == null
                        || directory.findDn(dn).map(UserDn::administrator).orElse(false))
                .forEach(dns::add);
        return new Configuration.UserWithNames(user, List.copyOf(dns));
    }

    private static ResourceSet set(Requests.CreateResourceSet body) {
        ResourceSet set = DeclarationChecks.resourceSet(body.name(), body.resources());
        if (ResourceSet.isFixed(set.name())) {
            throw Problem.badRequest(set.name() + " is always there and cannot be changed");
        }
        return set;
    }

    private Pipe pipe(Requests.CreatePipe body) {
        return pipes.pipe(PipeBodies.key(body), body);
    }

    private static @Nullable Map<String, TimedControl> controls(@Nullable List<Requests.SetRc> bodies) {
        if (bodies == null) {
            return null;
        }
        List<TimedControl> controls = new ArrayList<>();
        for (int i = 0; i < bodies.size(); i++) {
            Requests.SetRc body = bodies.get(i);
            controls.addAll(at("resourceControls", i, () -> controls(body)));
        }
        return Configuration.byKey(controls, Configuration::keyOf, "resourceControls: that of");
    }

    private static List<TimedControl> controls(Requests.SetRc body) {
        if (body == null) {
            throw Problem.badRequest("null is none");
        }
        UserId user = RequestBodies.checked(() -> UserId.of(RequestBodies.need(body.user(), "user")));
        ResourceSetName set =
                RequestBodies.checked(() -> ResourceSetName.of(RequestBodies.need(body.resourceSet(), "resourceSet")));
        return RcChecks.wanted(ControlViews.Target.of(user, set, body.when()), body);
    }

    private static EndpointLimit limit(Requests.SetEndpointLimit body) {
        if (body.maxOutbound() == null && body.maxInbound() == null) {
            throw Problem.badRequest("give \"maxOutbound\", \"maxInbound\" or both");
        }
        return RequestBodies.checked(() -> EndpointLimitController.declared(
                TransferUrls.endpoint(RequestBodies.need(body.endpoint(), "endpoint")),
                body.maxOutbound(),
                body.maxInbound()));
    }

    /// Pipes and controls name users and sets that there are, or that come with them.
    private void refuseUnknown(Configuration wanted) {
        if (wanted.pipes() != null) {
            wanted.pipes().values().forEach(pipe -> knownUser(wanted, pipe.user(), "pipe " + pipe.id()));
            Configuration.byKey(wanted.pipes().values(), pipe -> pipe.key().toPipeId(), "pipes: that of");
        }
        if (wanted.controls() != null) {
            wanted.controls().forEach((key, timed) -> {
                knownUser(wanted, timed.control().user(), "the control of " + key);
                ResourceSetName set = timed.control().resourceSet();
                if (directory.findResourceSet(set).isEmpty()
                        && (wanted.sets() == null || !wanted.sets().containsKey(set))) {
                    throw Problem.badRequest("the control of " + key + " needs the resource-set " + set
                            + ", which is neither there nor in \"resourceSets\"");
                }
            });
        }
    }

    private void knownUser(Configuration wanted, UserId user, String what) {
        if (directory.findUser(user).isEmpty()
                && (wanted.users() == null || !wanted.users().containsKey(user))) {
            throw Problem.badRequest(what + " needs the user " + user + ", who is neither there nor in \"users\"");
        }
    }
}
