using System.Net;
using IwTune.Server.Features.Identity;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using Microsoft.Extensions.Logging;

namespace IwTune.Server.Tests.Features.Identity;

public sealed class RefusalLogTests
{
    [Fact]
    public async Task A_failed_sign_in_is_one_line_with_name_and_address_that_hides_nothing_and_has_no_password()
    {
        await using var server = await RunningServer.StartAsync();
        using var log = Recorded(server);
        using var stranger = Person.Stranger(server);
        using var answer = await stranger.SubmitAsync(
            "/sign-in",
            "sign-in",
            ("Input.Name", "ada\u001b[2J\r\nwarn: second"),
            ("Input.Password", "a-guess-of-a-stranger")
        );
        var line = Assert.Single(log.Lines, line => line.Contains("second", StringComparison.Ordinal));
        Assert.DoesNotContain(line, char.IsControl);
        Assert.Contains("‘ada\\u001b[2J  warn: second’ from 127.0.0.1", line, StringComparison.Ordinal);
        Assert.DoesNotContain(log.Lines, one => one.Contains("a-guess-of-a-stranger", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_wrong_password_for_a_change_of_the_account_is_a_line_too()
    {
        await using var server = await RunningServer.StartAsync();
        using var log = Recorded(server);
        using var person = await Person.SignedInAsync(server);
        using var answer = await person.SubmitAsync(
            "/account",
            "password",
            ("Input.Current", "a-wrong-password"),
            ("Input.Wanted", "another long password")
        );
        Assert.Single(
            log.Lines,
            line => line.Contains("‘padmin’", StringComparison.Ordinal) && line.Contains(RefusalLog.NotConfirmed, StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task A_wrong_token_is_one_line_with_its_reason_and_without_its_secret()
    {
        await using var server = await RunningServer.StartAsync();
        var enrolment = await server.TokenAsync();
        using var log = Recorded(server);
        await (await server.Client("Bearer nonsense-of-a-stranger").GetAsync(FleetPaths.Hosts)).ProblemAsync(HttpStatusCode.Unauthorized);
        await (await server.Client($"Bearer {enrolment}").GetAsync(FleetPaths.Hosts)).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Single(log.Lines, line => line.Contains("there is no such token", StringComparison.Ordinal));
        Assert.Single(log.Lines, line => line.Contains("it is of another kind", StringComparison.Ordinal));
        Assert.DoesNotContain(log.Lines, line => line.Contains("nonsense-of-a-stranger", StringComparison.Ordinal));
        Assert.DoesNotContain(log.Lines, line => line.Contains(enrolment, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_refused_call_and_a_refused_page_are_one_line_each_that_names_caller_and_missing_permission()
    {
        await using var server = await RunningServer.StartAsync();
        using var log = Recorded(server);
        using var api = await server.ApiAsync(Role.Viewer);
        await (await api.TryPublishAsync(Api.Iw3)).ProblemAsync(HttpStatusCode.Forbidden);
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        await person.OpenAsync("/policies/new", HttpStatusCode.Forbidden);
        var lines = log.Lines.Where(line => line.EndsWith("lacks PoliciesPublish", StringComparison.Ordinal)).ToList();
        Assert.Equal(2, lines.Count);
        Assert.Contains($"was refused POST {FleetPaths.Policies}:", lines[0], StringComparison.Ordinal);
        Assert.StartsWith("user:pviewer from 127.0.0.1", lines[1], StringComparison.Ordinal);
        Assert.Contains("was refused GET /policies/new:", lines[1], StringComparison.Ordinal);
    }

    [Fact]
    public void However_many_are_refused_a_minute_has_so_many_lines_and_the_next_one_counts_the_rest()
    {
        using var recorder = new LogRecorder();
        using var factory = LoggerFactory.Create(logs => logs.AddProvider(recorder));
        var clock = new TestClock();
        var log = new RefusalLog(clock, factory.CreateLogger<RefusalLog>());
        for (var i = 0; i < RefusalLog.LinesPerMinute + 7; i++)
            log.Token(null, "it is wrong");
        Assert.Equal(RefusalLog.LinesPerMinute, recorder.Lines.Count);
        log.SignIn("ada", "another kind has its own lines");
        Assert.Equal(RefusalLog.LinesPerMinute + 1, recorder.Lines.Count);
        clock.Advance(TimeSpan.FromMinutes(1));
        log.Token(null, "it is wrong");
        Assert.Equal(RefusalLog.LinesPerMinute + 3, recorder.Lines.Count);
        Assert.Contains("7 more refused API tokens are not in this log", recorder.Lines);
    }

    private static LogRecorder Recorded(RunningServer server)
    {
        var log = new LogRecorder();
        server.Get<ILoggerFactory>().AddProvider(log);
        return log;
    }
}
