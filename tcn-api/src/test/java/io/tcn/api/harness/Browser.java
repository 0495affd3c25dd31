// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/// What a browser does without scripts and without a certificate: keeps cookies, follows redirects from host
/// to host, goes to links, sends forms.
public final class Browser implements AutoCloseable {
    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final HttpClient http;

    public Browser(SSLContext tls, HttpClient.Redirect redirects) {
        this.http = HttpClient.newBuilder()
                .sslContext(tls)
                .version(HttpClient.Version.HTTP_1_1)
                .cookieHandler(cookies)
                .followRedirects(redirects)
                .build();
    }

    public HttpResponse<String> get(URI address) {
        return send(HttpRequest.newBuilder(address).GET());
    }

    /// Sends a form.
    public HttpResponse<String> post(URI address, Map<String, String> fields) {
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(HttpRequest.newBuilder(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", "https://" + address.getRawAuthority())
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", stop);
        }
    }

    /// Goes to the first link of a page whose address begins so.
    public HttpResponse<String> follow(HttpResponse<String> page, String begin) {
        Matcher link =
                Pattern.compile("href=\"(" + Pattern.quote(begin) + "[^\"]*)\"").matcher(page.body());
        if (!link.find()) {
            throw new AssertionError("no link to " + begin + " on " + page.uri() + ": " + page.body());
        }
        return get(page.uri().resolve(link.group(1).replace("&amp;", "&")));
    }

    public List<HttpCookie> cookies() {
        return List.copyOf(cookies.getCookieStore().getCookies());
    }

    /// Asks with cookies that somebody has copied from another browser.
    public HttpResponse<String> get(URI address, List<HttpCookie> stolen) {
        String header = stolen.stream()
                .map(cookie -> cookie.getName() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        return send(HttpRequest.newBuilder(address).header("Cookie", header).GET());
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
