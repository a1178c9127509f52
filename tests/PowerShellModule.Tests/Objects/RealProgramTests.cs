using IwTune.Lab;
using IwTune.PowerShell;
using IwTune.PowerShell.Answers;
using IwTune.PowerShell.Running;
using IwTune.Testing;

namespace IwTune.PowerShellModule.Tests.Objects;

/// <summary>The code below the cmdlets, over the real program: it runs, its answer is read, and the objects match the answer.</summary>
public sealed class RealProgramTests : IDisposable
{
    private const string Route = "ipv4 main default via 192.0.2.1 dev v0";

    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-module-").FullName;
    private readonly NetNamespace _host = Privileged.Namespace("module");
    private readonly NetNamespace _peer = NetNamespace.Create("module-peer");
    private readonly string _edge;

    public RealProgramTests()
    {
        _host.Sysctl("net.ipv6.conf.default.disable_ipv6", "1");
        NetNamespace.Join(_host, "v0", _peer, "p0");
        _host.Ip("addr add 192.0.2.2/24 dev v0");
        _host.Ip("route add default via 192.0.2.1 dev v0");
        _edge = Policy("edge.yaml", "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [default, { prefix: 10.0.0.0/8 }]\n");
    }

    [Fact]
    public void A_policy_is_tested_applied_seen_and_put_back()
    {
        var (run, planned) = Ask<PlanAnswer>("plan", _edge);
        var plan = new IwTunePlan(_edge, run.ExitCode, planned);
        Assert.Equal(("edge", "Enforce", false, true), (plan.Policy, plan.Mode, plan.InDesiredState, plan.IsSupported));
        Assert.Equal(
            $"{Route}: initcwnd 16, Pending",
            $"{plan.Changes.Single().Target}: initcwnd {plan.Changes.Single().To}, {plan.Changes.Single().Change}"
        );
        Assert.Equal($"{Route}: unset -> initcwnd 16", plan.Pending.Single());
        Assert.StartsWith("prefix:10.0.0.0/8: ", plan.Unmatched.Single(), StringComparison.Ordinal);

        var (applied, done) = Ask<ChangeAnswer>("apply", _edge);
        var result = new IwTuneResult(applied.ExitCode, done, plan.Before);
        Assert.Equal(
            (true, "Applied", "Applied", (int?)16),
            (result.Succeeded, result.Phase, result.Changes.Single().Change, result.Changes.Single().To)
        );
        Assert.True(new IwTunePlan(_edge, 0, Ask<PlanAnswer>("plan", _edge).Answer).InDesiredState);

        var window = Ask<ShowAnswer>("show")
            .Answer.Targets.Select(target => new IwTuneWindow(target))
            .Single(window => window.Target == Route);
        Assert.Equal((16, true, null, true), (window.InitCwnd, window.IsManaged, window.InitCwndBefore, window.IsDefault));
        Assert.Equal($"{Route}: initcwnd 16", window.ToString());

        var (restored, back) = Ask<ChangeAnswer>("rollback", "--all");
        Assert.True(
            new IwTuneResult(restored.ExitCode, back, new Dictionary<string, int?>(StringComparer.Ordinal) { [Route] = 16 }).Succeeded
        );
        Assert.Equal(
            (16, null),
            (
                new IwTuneResult(0, back, new Dictionary<string, int?>(StringComparer.Ordinal) { [Route] = 16 }).Changes.Single().From,
                back.State!.Targets.Single(target => target.Id == Route).Configured.InitCwnd
            )
        );
        Assert.StartsWith("Nothing to undo", Ask<ChangeAnswer>("rollback").Answer.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_status_of_a_running_agent_is_read()
    {
        var socket = Path.Combine(_folder, "agent.sock");
        using var daemon = _host.Start(Binaries.Agent, "run", "--policy", _edge, "--state", _folder, "--socket", socket);
        await Until.TrueAsync(() => Run("status", "--socket", socket).ExitCode == 0, () => daemon.Output);
        var (run, answer) = Ask<StatusAnswer>("status", "--socket", socket);
        var status = new IwTuneStatus(run.ExitCode, answer);
        Assert.Equal(
            ("edge", "Applied", true, _edge, _folder),
            (status.Policy, status.Phase, status.InDesiredState, status.PolicyFile, status.StateDirectory)
        );
        Assert.NotNull(status.Since);
        Assert.NotEmpty(status.Version);
        Assert.Null(status.Server);
        Assert.True(await daemon.StopAsync() == 0, daemon.Output);
    }

    [Fact]
    public void What_is_wrong_is_said_by_exit_code_and_sentences_and_not_answered()
    {
        var wrong = Run("plan", Policy("bad.yaml", "policy: Edge\nwindow: { initcwnd: 0 }\nscopes: [default]\n"));
        Assert.Equal((64, false), (wrong.ExitCode, wrong.Answered));
        Assert.Equal(3, wrong.Said.Count); // two problems, and their number
        Assert.Equal((4, false), (Run("status", "--socket", "/no/such.sock") is var none ? none.ExitCode : 0, none.Answered));
    }

    [Fact]
    public void An_answer_of_another_program_is_not_taken_for_one() =>
        Assert.Throws<System.Runtime.Serialization.SerializationException>(() => Answer.Read<ShowAnswer>("""{ "windows": [] }"""));

    [Theory]
    [InlineData(null, null)]
    [InlineData("", null)]
    [InlineData("2026-11-21T19:23:40.3701288+00:00", "2026-11-21T19:23:40.3701288Z")]
    public void Times_are_read_as_they_are_written(string? written, string? time) =>
        Assert.Equal(
            time is null ? null : DateTimeOffset.Parse(time, System.Globalization.CultureInfo.InvariantCulture),
            Answer.Time(written)
        );

    public void Dispose()
    {
        _host.Dispose();
        _peer.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private string Policy(string name, string text)
    {
        var file = Path.Combine(_folder, name);
        File.WriteAllText(file, text);
        return file;
    }

    private ProgramRun Run(params string[] verb) =>
        new AgentProgram("/bin/sh").Run([
            "-c",
            "exec ip netns exec \"$@\"",
            "sh",
            _host.Name,
            Binaries.Agent,
            .. verb,
            "--json",
            "--state",
            _folder,
        ]);

    private (ProgramRun Run, T Answer) Ask<T>(params string[] verb)
    {
        var run = Run(verb);
        Assert.True(run.Answered, string.Join('\n', run.Said));
        return (run, Answer.Read<T>(run.Output));
    }
}
