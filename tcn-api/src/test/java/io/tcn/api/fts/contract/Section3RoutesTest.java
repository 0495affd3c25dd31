// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Section 3: which routes there are.
@DisplayName("3 All routes")
class Section3RoutesTest extends ContractServer {
    @ParameterizedTest(name = "3 {0}: {1}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "/ | GET",
                "/whoami | GET",
                "/whoami/certificate | GET",
                "/delegation/x | GET DELETE",
                "/delegation/x/request | GET",
                "/delegation/x/credential | PUT POST",
                "/delegation/x/voms | POST",
                "/jobs | GET POST PUT",
                "/jobs/x | GET DELETE POST",
                "/jobs/x/files | GET",
                "/jobs/x/dm | GET",
                "/jobs/x/job_state | GET",
                "/jobs/x/files/1 | DELETE",
                "/jobs/x/files/1/retries | GET",
                "/jobs/all | DELETE",
                "/jobs/vo/x | DELETE",
                "/files | GET",
                "/ban/se | GET POST DELETE",
                "/ban/dn | GET POST DELETE",
                "/status/hosts | GET",
                "/config | GET",
                "/config/global | GET POST DELETE",
                "/config/links | GET POST",
                "/config/links/x | GET DELETE",
                "/config/shares | GET POST DELETE",
                "/config/se | GET POST DELETE",
                "/config/activity_shares | GET POST",
                "/config/activity_shares/x | GET DELETE",
                "/config/authorize | GET POST DELETE",
                "/config/audit | GET",
                "/config/drain | POST",
                "/config/cloud_storage | GET POST",
                "/config/cloud_storage/x | GET DELETE",
                "/optimizer | GET",
                "/optimizer/current | GET POST",
                "/optimizer/evolution | GET",
                "/autocomplete/dn | GET",
                "/autocomplete/source | GET",
                "/autocomplete/destination | GET",
                "/autocomplete/storage | GET",
                "/autocomplete/vo | GET",
                "/archive | GET",
                "/archive/x | GET",
                "/archive/x/job_state | GET",
                "/admin/force-start | POST",
                "/api-docs/schema/submit | GET",
                "/dm/list | GET",
                "/dm/stat | GET",
                "/dm/mkdir | POST",
                "/dm/unlink | POST",
                "/dm/rmdir | POST",
                "/dm/rename | POST"
            })
    void routes(String path, String methods) {
        Answer answer = send(demo(), "OPTIONS", path, "");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(String.join(",", answer.headers().allValues("Allow")))
                .contains(Arrays.asList(methods.split(" ", -1)));
    }

    @ParameterizedTest(name = "3 {0} is gone: 404", quoteTextArguments = false)
    @ValueSource(
            strings = {
                "/oauth2/token",
                "/oauth2",
                "/config/fix",
                "/config/debug",
                "/config/vo",
                "/config/groups",
                "/api-docs",
                "/cs/registered/dropbox",
                "/cs/access_grant/dropbox"
            })
    void gone(String path) {
        assertError(demo().get(path), 404);
    }

    @ParameterizedTest(name = "3 {0} {1} is known and not supported: 501", quoteTextArguments = false)
    @CsvSource({
        "GET, /dm/list?surl=davs://a/f",
        "GET, /dm/stat?surl=davs://a/f",
        "POST, /dm/mkdir",
        "POST, /dm/unlink",
        "POST, /dm/rmdir",
        "POST, /dm/rename",
        "GET, /config/cloud_storage",
        "POST, /config/cloud_storage"
    })
    void notSupported(String method, String path) {
        assertError(send(demo(), method, path, method.equals("GET") ? "" : "{}"), 501);
    }

    @ParameterizedTest(name = "3.1 GET / without credentials: {0} is {1}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "/delegation/major | 1",
                "/delegation/minor | 0",
                "/delegation/patch | 0",
                "/api/major | 3",
                "/api/minor | 14",
                "/api/patch | 2",
                "/core/major | \"3\"",
                "/core/minor | \"14\"",
                "/core/patch | \"4\"",
                "/schema/major | 10",
                "/schema/minor | 0",
                "/schema/patch | 1",
                "/_links/fts:whoami/href | \"/whoami\"",
                "/_links/fts:joblist/href | \"/jobs{?vo_name,user_dn,dlg_id,state_in}\"",
                "/_links/fts:joblist/templated | true",
                "/_links/fts:job/href | \"/jobs/{id}\"",
                "/_links/fts:jobsubmit/href | \"/jobs\"",
                "/_links/fts:submitschema/href | \"/api-docs/schema/submit\"",
                "/_links/fts:configaudit/href | \"/config/audit\"",
                "/_links/fts:optimizer/href | \"/optimizer/\"",
                "/_links/fts:archive/href | \"/archive/\"",
                "/_links/curies/0/name | \"fts\""
            })
    void root(String pointer, String value) {
        JsonNode found = nobody().get("//").json().at(pointer);
        assertThat(found.toString()).isEqualTo(value);
    }

    @Test
    @DisplayName("3.1 the version of TCN is told beside FTS's")
    void version() {
        assertThat(nobody().get("/").json().at("/tcn/version").isString()).isTrue();
    }
}
