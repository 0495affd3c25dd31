// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.page.Section.Fact;
import io.tcn.api.page.Section.Form;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Callers;
import io.tcn.api.security.Needs;
import io.tcn.api.security.login.Logins;
import io.tcn.api.security.login.SessionCookie;
import io.tcn.api.security.login.Sessions;
import io.tcn.api.security.login.Sessions.Session;
import io.tcn.api.security.token.TokenRefusedException;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// Logging in with an issuer of tokens, and logging out.
@Lazy
@RestController
class LoginPages {
    static final String LOGIN = Urls.ROOT + "/login";
    static final String SESSION = Urls.ROOT + "/session";
    private static final String CALLBACK = LOGIN + "/callback";
    private static final Logger LOG = LoggerFactory.getLogger(LoginPages.class);
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:\\[\\]_-]{1,255}");

    /// Addresses of this page: no other host, no other line, nothing that a browser takes for a slash.
    private static final Pattern OURS = Pattern.compile(Urls.ROOT + "([/?][\\x21-\\x5b\\x5d-\\x7e]{0,2000})?");

    private final Answers answers;
    private final Logins logins;
    private final Sessions sessions;
    private final Csrf csrf;
    private final @Nullable URI address;

    LoginPages(Answers answers, Logins logins, Sessions sessions, Csrf csrf, TcnProperties properties) {
        this.answers = answers;
        this.logins = logins;
        this.sessions = sessions;
        this.csrf = csrf;
        this.address = properties.page().address();
    }

    /// The ways to log in, for a page that cannot be shown; empty if there is none.
    Optional<Section> ways(HttpServletRequest request) {
        Asked asked = Asked.of(request);
        return ways(request.getMethod().equals("GET") ? asked.here() : Urls.ROOT);
    }

    private Optional<Section> ways(String back) {
        List<Fact> facts = new ArrayList<>();
        for (String name : logins.issuers()) {
            facts.add(Fact.of("Log in with", name)
                    .to(Urls.of(LOGIN, Map.of("issuer", Integer.toString(facts.size()), "to", back))));
        }
        return facts.isEmpty() ? Optional.empty() : Optional.of(Section.facts("login", "Log in", facts));
    }

    @Needs(open = true)
    @GetMapping(LOGIN)
    ResponseEntity<byte[]> login(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        String back = OURS.matcher(asked.get("to")).matches() ? asked.get("to") : Urls.ROOT;
        if (!asked.has("issuer")) {
            View view = new View("Log in", "", asked);
            view.add(ways(back)
                    .orElseThrow(() -> Problem.notFound("No issuer is set up here that people can log in with: use a"
                            + " certificate (docs/page.md)")));
            return answers.of(view, caller);
        }
        int issuer = asked.get("issuer").matches("[0-9]{1,4}") ? Integer.parseInt(asked.get("issuer")) : -1;
        if (issuer < 0 || issuer >= logins.issuers().size()) {
            throw Problem.notFound("there is no such issuer to log in with");
        }
        try {
            Logins.Begun begun = logins.begin(issuer, callback(request), back);
            return ResponseEntity.status(303)
                    .header(
                            HttpHeaders.SET_COOKIE,
                            SessionCookie.login(begun.sealed()).toString())
                    .header(HttpHeaders.LOCATION, begun.to().toString())
                    .build();
        } catch (TokenRefusedException refused) {
            return refusal(refused, caller, back);
        }
    }

    private URI callback(HttpServletRequest request) {
        if (address != null) {
            return address.resolve(CALLBACK);
        }
        String host = String.valueOf(request.getHeader(HttpHeaders.HOST));
        if (!HOST.matcher(host).matches()) {
            throw Problem.badRequest("the request does not say which host it is for");
        }
        return URI.create(request.getScheme() + "://" + host + CALLBACK);
    }

    @Needs(open = true)
    @GetMapping(CALLBACK)
    ResponseEntity<byte[]> callback(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        try {
            Logins.Done done = logins.finish(
                    Optional.ofNullable(request.getQueryString()).orElse(""),
                    Asked.of(request).get("state"),
                    SessionCookie.findLogin(request).orElse(null));
            SessionCookie.find(request).ifPresent(sessions::end);
            String id = sessions.begin(done.person());
            LOG.info(
                    "{} of {} has logged in to the page",
                    done.person().subject(),
                    done.person().issuer());
            return ResponseEntity.status(303)
                    .header(HttpHeaders.SET_COOKIE, SessionCookie.noLogin().toString())
                    .header(
                            HttpHeaders.SET_COOKIE,
                            SessionCookie.session(id, sessions.length()).toString())
                    .header(HttpHeaders.LOCATION, done.back())
                    .build();
        } catch (TokenRefusedException refused) {
            return refusal(refused, caller, Urls.ROOT);
        }
    }

    private ResponseEntity<byte[]> refusal(TokenRefusedException refused, Caller caller, String back) {
        View view = new View("You are not logged in", "", new Asked(Urls.ROOT, Map.of()));
        view.add(Section.text("why", "Why", List.of(refused.getMessage() + ".")));
        ways(back).ifPresent(view::add);
        HttpStatusCode status = HttpStatusCode.valueOf(refused.isLater() ? 503 : 403);
        return with(SessionCookie.noLogin(), answers.page(view, caller, status));
    }

    private static ResponseEntity<byte[]> with(ResponseCookie cookie, ResponseEntity<byte[]> page) {
        return ResponseEntity.status(page.getStatusCode())
                .headers(page.getHeaders())
                .header(HttpHeaders.SET_COOKIE, cookie.toString())
                .body(page.getBody());
    }

    @Needs
    @GetMapping(SESSION)
    ResponseEntity<byte[]> session(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Optional<Session> session = current(request).flatMap(sessions::find);
        View view = new View("Who you are", "", Asked.of(request));
        List<Fact> facts = new ArrayList<>(List.of(
                Fact.of("Name", caller.dn()),
                Fact.of("Known by", caller.method().ftsName()),
                Fact.of("Acts for", caller.users().stream().map(UserId::value).collect(Collectors.joining(", "))),
                Fact.of("Rights", rights(caller))));
        session.ifPresent(known -> {
            facts.add(Fact.of("Issuer", known.person().issuer()));
            facts.add(Fact.of("Logged in (UTC)", Unit.MOMENT, known.began()));
            facts.add(Fact.of("Until (UTC)", Unit.MOMENT, known.ends()));
        });
        view.add(Section.facts("person", "", facts));
        if (session.isPresent()) {
            view.add(Section.form(
                    "end",
                    "Log out",
                    new Form(
                            SESSION,
                            "post",
                            Map.of(Csrf.FIELD, csrf.mark(caller)),
                            List.of(),
                            "Log out",
                            "Here; what you have at your issuer goes on.")));
        } else {
            view.lead("You have not logged in: your browser shows this with each request.");
        }
        return answers.of(view, caller);
    }

    private static String rights(Caller caller) {
        return caller.administrator()
                ? "all (administrator)"
                : Callers.ftsLevels(caller).entrySet().stream()
                        .map(right -> (right.getValue().isEmpty() ? "own" : right.getValue()) + ":" + right.getKey())
                        .sorted()
                        .collect(Collectors.joining("; "));
    }

    private static Optional<String> current(HttpServletRequest request) {
        return request.getAttribute(SessionCookie.ATTRIBUTE) instanceof String id ? Optional.of(id) : Optional.empty();
    }

    @Needs
    @PostMapping(SESSION)
    ResponseEntity<byte[]> end(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        csrf.check(Asked.of(request).get(Csrf.FIELD), caller);
        Optional<Session> session = current(request).flatMap(sessions::find);
        current(request).ifPresent(sessions::end);
        View view = new View("You are logged out", "", new Asked(Urls.ROOT, Map.of()));
        session.flatMap(known -> logins.logout(known.person()))
                .ifPresent(there -> view.add(Section.facts(
                        "there",
                        "At your issuer you may still be logged in",
                        List.of(Fact.of("Log out there too", there.getHost()).to(there.toString())))));
        ways(Urls.ROOT).ifPresent(view::add);
        return with(SessionCookie.noSession(), answers.page(view, Caller.ANONYMOUS, HttpStatusCode.valueOf(200)));
    }
}
