using IwTune.PowerShell;

namespace IwTune.PowerShellModule.Tests.Hosted;

/// <summary>Every cmdlet run by PowerShell: its input, its objects, and the arguments that iwtune gets.</summary>
public sealed class PipelineTests : IDisposable
{
    private readonly StandInProgram _program = new StandInProgram()
        .Answers("show", Given.Show)
        .Answers("status", Given.Status)
        .Answers("plan", Given.Plan, exitCode: 2)
        .Answers("apply", Given.Applied)
        .Answers("rollback", Given.Restored);
    private readonly ModuleSession _session = new(console: null);

    public void Dispose()
    {
        _session.Dispose();
        _program.Dispose();
    }

    [Fact]
    public void The_status_is_one_object()
    {
        var status = Assert.IsType<IwTuneStatus>(Assert.Single(Run("Get-IwTuneStatus").Objects));
        Assert.Equal(("edge", 4, "Applied", true), (status.Policy, status.Revision, status.Phase, status.InDesiredState));
        Assert.Equal(["status", "--json"], Assert.Single(_program.Calls));
    }

    [Theory]
    [InlineData(new[] { "template*" }, "template Internet, template Compat")]
    [InlineData(new[] { "*INTERNET" }, "template Internet")]
    [InlineData(new[] { "template [CD]*", "none" }, "template Compat")]
    public void Windows_are_selected_by_wildcards_as_argument_and_from_the_pipeline(string[] names, string selected)
    {
        foreach (var ran in (Ran[])[Run("Get-IwTuneWindow", ("Target", names)), _session.Run("Get-IwTuneWindow", names, Program())])
            Assert.Equal(selected, string.Join(", ", ran.Objects.Cast<IwTuneWindow>().Select(window => window.Target)));
    }

    [Fact]
    public void Windows_are_input_for_the_cmdlet_itself()
    {
        var windows = Run("Get-IwTuneWindow", ("Managed", true)).Objects;
        Assert.Single(windows);
        Assert.Equal(
            "template Internet: initcwnd 16",
            Assert.Single(_session.Run("Get-IwTuneWindow", windows, Program()).Objects).ToString()
        );
    }

    [Theory]
    [InlineData("Test-IwTunePolicy", "plan plan")]
    [InlineData("Invoke-IwTunePolicy", "plan apply plan apply")]
    public void Policies_come_from_the_pipeline_as_names_as_files_and_by_property(string cmdlet, string verbs)
    {
        string[] files = ["/etc/iwtune/a policy.yaml", "/etc/iwtune/ünï.yaml"];
        System.Collections.IEnumerable[] inputs =
        [
            files,
            files.Select(file => new FileInfo(file)).ToArray(),
            files.Select(file => new { PSPath = $"Microsoft.PowerShell.Core\\FileSystem::{file}" }).ToArray(),
            files.Select(file => new { Path = file }).ToArray(),
        ];
        foreach (var input in inputs)
        {
            _program.Forget();
            var ran = _session.Run(cmdlet, input, Program());
            Assert.Empty(ran.ErrorIds);
            Assert.Equal(2, ran.Objects.Count);
            Assert.Equal(verbs, _program.Verbs);
            Assert.Equal(files, _program.Calls.Where(call => call[0] == "plan").Select(call => call[1]));
        }
    }

    [Fact]
    public void A_test_gives_a_plan_or_true_or_false()
    {
        var plan = Assert.IsType<IwTunePlan>(Assert.Single(Run("Test-IwTunePolicy", ("Path", "/x.yaml")).Objects));
        Assert.Equal(("edge", false, 2), (plan.Policy, plan.InDesiredState, plan.Changes.Length));
        Assert.Equal([false], Run("Test-IwTunePolicy", ("Path", "/x.yaml"), ("Quiet", true)).Objects);
        _program.Answers("plan", Given.Plan);
        Assert.Equal([true], Run("Test-IwTunePolicy", ("Path", "/x.yaml"), ("Quiet", true)).Objects);
    }

    [Fact]
    public void An_applied_policy_and_a_restore_give_what_became_of_each_target()
    {
        var applied = Assert.IsType<IwTuneResult>(Assert.Single(Run("Invoke-IwTunePolicy", ("Path", "/x.yaml")).Objects));
        Assert.Equal("template Internet: initcwnd 10 -> initcwnd 16, Applied", Assert.Single(applied.Changes).ToString());
        var restored = Run("Restore-IwTuneWindow", ("All", true), ("Confirm", false)).Objects;
        Assert.Equal(
            "template Internet: initcwnd 16 -> initcwnd 10, Applied",
            Assert.Single(Assert.IsType<IwTuneResult>(Assert.Single(restored)).Changes).ToString()
        );
        Assert.Equal(["rollback", "--all", "--json"], _program.Calls[^1]);
    }

    [Fact]
    public void The_agent_is_named_by_its_state_directory_and_its_pipe()
    {
        Run("Get-IwTuneStatus", ("StateDirectory", "/var/lib/two agents"), ("Pipe", "iwtune 2"));
        Assert.Equal(["status", "--json", "--state", "/var/lib/two agents", "--socket", "iwtune 2"], Assert.Single(_program.Calls));
    }

    private (string, object?) Program() => ("Program", _program.Path);

    private Ran Run(string cmdlet, params (string, object?)[] parameters) => _session.Run(cmdlet, [.. parameters, Program()]);
}
