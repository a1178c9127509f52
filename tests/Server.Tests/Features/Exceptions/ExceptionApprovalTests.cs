using System.Net;
using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Exceptions;

/// <summary>A second person's approval of an exception, and the control that asks for it.</summary>
[Trait("Store", "both")]
public sealed class ExceptionApprovalTests
{
    [Fact]
    public async Task Without_an_approval_the_control_fails_after_a_day_and_passes_as_soon_as_another_person_approves()
    {
        await using var server = await RunningServer.StartAsync();
        string id,
            host;
        using (var api = await server.ApiAsync())
        {
            await api.PublishAsync(Api.Iw10, "*");
            var enrolled = await server.EnrolAsync("web-1");
            await enrolled.TakeAsync();
            await enrolled.DurableAsync(enrolled.Line(enrolled.State(10, 4)));
            host = enrolled.Id;
            await ResultAsync(server, host, ControlResult.NotApplicable);
            id = (await GrantAsync(api, server.Clock.GetUtcNow().AddDays(30))).Id;
            await ResultAsync(server, host, ControlResult.NotChecked);
        }
        server.Clock.Jump(TimeSpan.FromHours(24) + TimeSpan.FromSeconds(1));
        await ResultAsync(server, host, ControlResult.Fail);

        using var second = await server.ApiOfAsync("ben", Role.Approver);
        var approved = await ApproveAsync(second, id);
        Assert.StartsWith("token:", approved.ApprovedBy, StringComparison.Ordinal);
        Assert.NotNull(approved.Approved);
        await ResultAsync(server, host, ControlResult.Pass);
        Assert.Equal(approved.ApprovedBy, Assert.Single(await ListAsync(second)).ApprovedBy);
    }

    [Fact]
    public async Task Its_author_cannot_approve_it_nor_can_it_be_approved_twice_or_after_its_end()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await server.ApiAsync();
        var granted = await GrantAsync(author, server.Clock.GetUtcNow().AddDays(1), "site:fra");
        Assert.Contains(
            "Authors cannot approve",
            await RefusedAsync(author, granted.Id, HttpStatusCode.Forbidden),
            StringComparison.Ordinal
        );
        using var second = await server.ApiOfAsync("ben", Role.Approver);
        await ApproveAsync(second, granted.Id);
        using var third = await server.ApiOfAsync("cleo", Role.Approver);
        Assert.Contains(" approved it at ", await RefusedAsync(third, granted.Id, HttpStatusCode.Conflict), StringComparison.Ordinal);

        var other = await GrantAsync(author, server.Clock.GetUtcNow().AddDays(1), "site:muc");
        using (var ended = await author.DeleteAsync(FleetPaths.Exception(other.Id) + "?reason=over"))
            Assert.Equal(HttpStatusCode.NoContent, ended.StatusCode);
        await RefusedAsync(second, other.Id, HttpStatusCode.NotFound);
        using var operators = await server.ApiAsync(Role.Operator);
        await RefusedAsync(operators, granted.Id, HttpStatusCode.Forbidden);
    }

    [Fact]
    public async Task The_page_shows_what_is_approved_and_the_list_who_approved_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var granted = await GrantAsync(api, server.Clock.GetUtcNow().AddDays(1), "site:fra");
        using var person = await Person.SignedInAsync(server, Role.Approver);
        var address = $"/compliance/exceptions/approve?id={granted.Id}";
        var inbox = await person.OpenAsync("/inbox");
        Assert.Contains("Exception of site:fra: moves to new hardware", inbox.Body!.TextContent, StringComparison.Ordinal);
        Assert.Equal(
            granted.Created.UtcDateTime,
            DateTime
                .Parse(inbox.QuerySelector("main td time")!.GetAttribute("datetime")!, System.Globalization.CultureInfo.InvariantCulture)
                .ToUniversalTime(),
            TimeSpan.FromSeconds(1)
        );
        Assert.Contains("moves to new hardware", (await person.OpenAsync(address)).Body!.TextContent, StringComparison.Ordinal);
        using (var done = await person.SubmitAsync(address, "approve", ("Reason", "agreed in CHG-1")))
            Assert.Equal(HttpStatusCode.Redirect, done.StatusCode);
        Assert.NotNull(Assert.Single(await ListAsync(api)).ApprovedBy);
        var list = await person.OpenAsync("/compliance/exceptions");
        Assert.DoesNotContain("approve?id=", list.Body!.InnerHtml, StringComparison.Ordinal);

        // A second approver, whose page is older: it says who was faster.
        using var late = await Person.SignedInAsync(server, "ben", new AccessGrant(Role.Approver));
        var decided = await late.OpenAsync(address);
        Assert.Contains("papprover approved it", decided.QuerySelector(".notice")!.TextContent, StringComparison.Ordinal);
        Assert.Null(decided.QuerySelector("main form button.primary"));
    }

    [Fact]
    public async Task The_list_offers_no_approval_to_the_author()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await Person.SignedInAsync(server);
        foreach (var action in (string[])["check", "grant"])
            using (
                await author.SubmitAsync(
                    "/compliance/exceptions/new",
                    "exception",
                    ("Input.Hosts", "site:fra"),
                    ("Input.Seen", "site:fra"),
                    ("Input.Reason", "moves"),
                    ("Input.Endless", "true"),
                    ("Input.Action", action)
                )
            ) { }
        Assert.DoesNotContain("approve?id=", (await author.OpenAsync("/compliance/exceptions")).Body!.InnerHtml, StringComparison.Ordinal);
        using var other = await Person.SignedInAsync(server, Role.Approver);
        var list = await other.OpenAsync("/compliance/exceptions");
        Assert.Contains("approve?id=", list.Body!.InnerHtml, StringComparison.Ordinal);

        // A selector has colons of its own, which the audit log shows.
        var audit = (await author.OpenAsync("/audit?action=exception.*")).Body!.TextContent;
        Assert.Contains("selector site:fra", audit, StringComparison.Ordinal);
    }

    private static Task<IReadOnlyList<ExceptionSummary>> ListAsync(HttpClient api) =>
        api.GetAsync(FleetPaths.Exceptions, ExceptionJson.Default.IReadOnlyListExceptionSummary);

    private static async Task<ExceptionSummary> GrantAsync(HttpClient api, DateTimeOffset until, string selector = "*")
    {
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.Exceptions,
            new()
            {
                Selector = selector,
                Reason = "moves to new hardware",
                Until = until,
            },
            ExceptionJson.Default.ExceptionRequest
        );
        return await answer.ReadAsync(ExceptionJson.Default.ExceptionSummary);
    }

    private static async Task<ExceptionSummary> ApproveAsync(HttpClient api, string id)
    {
        using var answer = await PostAsync(api, id);
        return await answer.ReadAsync(ExceptionJson.Default.ExceptionSummary);
    }

    private static async Task<string> RefusedAsync(HttpClient api, string id, HttpStatusCode status)
    {
        using var answer = await PostAsync(api, id);
        return (await answer.ProblemAsync(status)).Detail ?? "";
    }

    private static Task<HttpResponseMessage> PostAsync(HttpClient api, string id) =>
        api.PostAsJsonAsync(FleetPaths.ExceptionApproval(id), new("reviewed"), AdministrationJson.Default.ReasonRequest);

    private static async Task ResultAsync(RunningServer server, string host, ControlResult result)
    {
        using var api = await server.ApiAsync();
        ControlResult? found = null;
        await Until.TrueAsync(
            async () =>
            {
                await server.Running<VerdictSweep>().RunAsync(default);
                var history = await api.GetAsync($"{FleetPaths.Compliance}/hosts/{host}", ComplianceJson.Default.ComplianceHistory);
                found = history.Changes is [var latest, ..] ? latest.Controls?["IWT-10"] : null;
                return found == result;
            },
            () => $"IWT-10 is {found}, not {result}"
        );
    }
}
