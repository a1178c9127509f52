using System.Net;
using System.Net.Http.Json;
using System.Security.Cryptography;
using IwTune.Lab;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

/// <summary>Runs by e-mail, through a real mail server.</summary>
[Trait("Needs", "daemon")]
public sealed class MailTests
{
    [Theory]
    [InlineData("smtps")]
    [InlineData("smtp")]
    public async Task A_file_arrives_whole_with_its_figures_and_the_way_to_check_it(string scheme)
    {
        using var mail = new MailServer(scheme);
        await mail.StartAsync();
        await using var server = await ServerAsync(mail.Settings);
        var run = await RunAsync(server, "audit@example.com");
        await DeliveredAsync(server, run.Id, [DeliveryState.Delivered]);

        var seen = Assert.Single(await mail.SeenAsync(1));
        Assert.Equal(("iwtune", "iwtune@example.com", "audit@example.com"), (seen.User, seen.From, Assert.Single(seen.To)));
        Assert.Equal("Compliance run monthly: 0 of 0 hosts compliant", seen.Subject);
        Assert.Equal("auto-generated", seen.Auto);
        Assert.Equal($"monthly-{run.AsOf:yyyyMMdd'T'HHmmss'Z'}.zip", seen.Attached);
        Assert.Equal(run.Sha256, Convert.ToHexStringLower(SHA256.HashData(mail.Attachment(1))));
        Assert.Contains(run.Sha256!, seen.Text, StringComparison.Ordinal);
        Assert.Contains($"/compliance/runs/{run.Id}\n", seen.Text.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        Assert.Contains($"iwtune verify-export {seen.Attached} --key ", seen.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Recipients_learn_that_a_run_failed_and_why()
    {
        using var mail = new MailServer("smtps");
        await mail.StartAsync();
        await using var server = await ServerAsync(mail.Settings, chromium: "/nonexistent/chromium");
        var id = await DueAsync(server, ["pdf"], "audit@example.com");
        await server.TryTwiceAsync(id);
        using var api = await server.ApiAsync();
        var run = await api.EndedAsync(id, RunState.Failed);
        await DeliveredAsync(server, id, [DeliveryState.Delivered]);

        var seen = Assert.Single(await mail.SeenAsync(1));
        Assert.Equal(("Compliance run monthly failed", null), (seen.Subject, seen.Attached));
        Assert.Contains(run.Problem, seen.Text, StringComparison.Ordinal);
        Assert.Contains("Tries          3\n", seen.Text.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_recipient_who_is_refused_is_not_tried_again_and_keeps_it_from_no_other()
    {
        using var mail = new MailServer("smtp");
        await mail.StartAsync();
        await using var server = await ServerAsync(mail.Settings);
        var run = await RunAsync(server, "gone@example.com", "audit@example.com");
        var deliveries = await DeliveredAsync(server, run.Id, [DeliveryState.Delivered, DeliveryState.Dead]);
        Assert.Equal(
            ("gone@example.com", "127.0.0.1 refused it: 550 5.1.1 There is no such mailbox"),
            (deliveries[1].To, deliveries[1].Text)
        );
        Assert.Equal(["audit@example.com"], (await mail.SeenAsync(1))[0].To);
    }

    [Fact]
    public async Task A_mail_server_that_is_down_gets_it_later_with_the_same_id_for_every_try()
    {
        using var mail = new MailServer("smtps");
        await using var server = await ServerAsync(mail.Settings);
        var run = await RunAsync(server, "audit@example.com");
        var waiting = await DeliveredAsync(server, run.Id, [DeliveryState.Waiting], told: true);
        Assert.StartsWith("127.0.0.1:", waiting[0].Text, StringComparison.Ordinal);
        await mail.StartAsync();
        server.Clock.Jump(TimeSpan.FromMinutes(6));
        await DeliveredAsync(server, run.Id, [DeliveryState.Delivered]);
        Assert.Matches("^<[0-9a-f-]{36}@example.com>$", (await mail.SeenAsync(1))[0].Id);
    }

    [Fact]
    public async Task A_mail_server_without_a_trusted_certificate_gets_neither_the_password_nor_the_file()
    {
        using var mail = new MailServer("smtps");
        await mail.StartAsync();
        await using var server = await ServerAsync(mail.Settings with { CaFile = null });
        var run = await RunAsync(server, "audit@example.com");
        var waiting = await DeliveredAsync(server, run.Id, [DeliveryState.Waiting], told: true);
        Assert.Contains("SSL", waiting[0].Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Recipients_are_refused_without_a_mail_server_at_another_domain_and_beyond_ten()
    {
        using var mail = new MailServer("smtps");
        await using (var none = await RunningServer.StartAsync())
            Assert.Equal(
                ["the server sends no e-mail; start it with --smtp and --mail-from"],
                await ProblemsAsync(none, "audit@example.com")
            );
        await using var server = await ServerAsync(mail.Settings);
        Assert.Equal(
            ["is at example.org; the server sends to example.com only (--mail-domain)"],
            await ProblemsAsync(server, "audit@example.com", "audit@example.org")
        );
        Assert.Equal(
            ["at most 10 recipients: give the address of a mailing list"],
            await ProblemsAsync(server, [.. Enumerable.Range(0, 11).Select(i => $"a{i}@example.com")])
        );
    }

    private static async Task<RunningServer> ServerAsync(MailSettings mail, string chromium = "")
    {
        var server = await RunningServer.StartAsync(with: options => options with { Mail = mail, Chromium = chromium });
        server.ToHalfPast();
        return server;
    }

    /// <summary>The first run of a schedule with these recipients, when it is kept.</summary>
    private static async Task<ComplianceRun> RunAsync(RunningServer server, params string[] recipients)
    {
        var id = await DueAsync(server, [], recipients);
        using var api = await server.ApiAsync();
        return await api.EndedAsync(id, RunState.Kept);
    }

    /// <summary>The id of the first run of a schedule, as soon as it is due.</summary>
    private static async Task<string> DueAsync(RunningServer server, string[] formats, params string[] recipients)
    {
        using (var api = await server.ApiAsync())
            await api.ScheduleAsync(new("monthly", "as agreed", "0 * * * *", Formats: formats, Mail: recipients));
        server.Clock.Jump(TimeSpan.FromHours(1));
        using var later = await server.ApiAsync();
        await Until.TrueAsync(async () => (await later.RunsAsync()).Count == 1, () => "no run was due");
        return (await later.RunsAsync())[0].Id;
    }

    /// <summary>Waits until the deliveries are in these states.</summary>
    /// <param name="server">The server.</param>
    /// <param name="run">Id of the run.</param>
    /// <param name="states">One for each recipient.</param>
    /// <param name="told">Each also has a text: it was tried.</param>
    private static async Task<IReadOnlyList<RunDelivery>> DeliveredAsync(
        RunningServer server,
        string run,
        DeliveryState[] states,
        bool told = false
    )
    {
        using var api = await server.ApiAsync();
        IReadOnlyList<RunDelivery> seen = [];
        await Until.TrueAsync(
            async () =>
            {
                seen = (await api.GetAsync(RunPaths.Run(run), ComplianceJson.Default.ComplianceRun)).Deliveries;
                return seen.Select(one => one.State).SequenceEqual(states) && (!told || seen.All(one => one.Text.Length > 0));
            },
            () => $"the deliveries are {string.Join("; ", seen)}"
        );
        return seen;
    }

    private static async Task<IEnumerable<string>> ProblemsAsync(RunningServer server, params string[] recipients)
    {
        using var api = await server.ApiAsync();
        using var answer = await api.PostAsJsonAsync(
            RunPaths.Schedules,
            new("monthly", "as agreed", "0 * * * *", Mail: recipients),
            ComplianceJson.Default.ScheduleRequest
        );
        return (await answer.ProblemAsync(HttpStatusCode.BadRequest)).Problems!.Select(one => one.Rule);
    }
}
