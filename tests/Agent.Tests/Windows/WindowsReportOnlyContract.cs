using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows.Templates;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Windows;

/// <summary>
/// The tuner's guarantees on a Windows that cannot be set: it reports this, it is no failure, and nothing is ever written.
/// </summary>
public sealed class WindowsReportOnlyContract
{
    private const AccessMethod PowerShell = AccessMethod.PowerShell,
        Wmi = AccessMethod.Wmi,
        Netsh = AccessMethod.Netsh;

    public static TheoryData<string, AccessMethod> Hosts =>
        new()
        {
            { "2008r2", Netsh },
            { "2008r2-kb", Netsh },
            { "win10", PowerShell },
            { "win10", Wmi },
            { "win10", Netsh },
            { "win11", PowerShell },
            { "win11", Netsh },
        };

    [Theory]
    [MemberData(nameof(Hosts))]
    public async Task A_policy_is_unsupported_and_not_failed(string profile, AccessMethod method)
    {
        using var host = new EmulatedHost(profile, method: method);
        var untouched = host.Machine.Print();
        var reconciler = host.Open();
        await reconciler.Rollbacks.RecoverAsync(CancellationToken.None);

        foreach (var scope in (string[])["default", "prefix:10.0.0.0/8"])
        {
            var content = WindowsBench.Content((scope, 16));
            var planned = await reconciler.PlanAsync(content, CancellationToken.None);
            Assert.Empty(planned.Plan.Steps);
            var turn = await reconciler.ReconcileAsync(content, CancellationToken.None);
            Assert.Empty(turn.Outcomes);
            Assert.DoesNotContain(turn.Events, told => told.Kind == HostEventKind.ApplyFailed);
            Assert.True(turn.Plan.Unsupported, $"{scope}: {turn.State.Phase} {turn.State.Reason}");
            Assert.All(turn.Plan.Refusals, refusal => Assert.NotEmpty(refusal.Reason));
            Assert.All(turn.Plan.Resolution.Unmatched, unmatched => Assert.NotEmpty(unmatched.Reason));
        }

        Assert.Equal(untouched, host.Machine.Print());
        Assert.DoesNotContain(
            host.Machine.Calls,
            call =>
                !call.Contains("show ", StringComparison.Ordinal)
                && !call.StartsWith("Get-", StringComparison.Ordinal)
                && !call.StartsWith("wmi ", StringComparison.Ordinal)
        );
    }

    [Theory]
    [MemberData(nameof(Hosts))]
    public async Task What_there_is_is_read_and_every_step_is_refused_with_the_reason(string profile, AccessMethod method)
    {
        using var host = new EmulatedHost(profile, method: method);
        var untouched = host.Machine.Print();
        var tuner = host.NewTuner();
        var snapshot = await tuner.ReadAsync(CancellationToken.None);

        Assert.Equal(host.Profile.HasTemplates, snapshot.Targets.Count > 0);
        foreach (var target in snapshot.Targets)
        {
            Assert.Equal(StrategyKind.ReportOnly, target.Strategy.Kind);
            Assert.Equal(target.Current.InitCwnd, host.Machine.Read().Template(target.Id.Split(' ')[1])!.Window);
            var refused = Assert.IsType<Outcome.Refused>(
                await tuner.ApplyAsync(new Step.Set(target, new Window(16, null)), CancellationToken.None)
            );
            Assert.Equal(target.Strategy.Why, refused.Reason);
        }
        Assert.Equal(untouched, host.Machine.Print());
    }

    [Fact]
    public async Task On_2008_R2_with_its_hotfix_a_person_is_told_the_commands()
    {
        using var host = new EmulatedHost("2008r2-kb", method: AccessMethod.Netsh);
        host.Machine.Change(state => state with { Default = "Custom" });
        var reconciler = host.Open();
        var turn = await reconciler.PlanAsync(WindowsBench.Content(("default", 16)), CancellationToken.None);
        var instead = Assert.Single(turn.Plan.Refusals).Want.Target.Strategy.Instead;
        Assert.Contains(
            "netsh interface tcp set supplemental template=custom icw=16",
            instead!.LineFor(new Window(16, null)),
            StringComparison.Ordinal
        );
    }
}
