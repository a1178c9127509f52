using IwTune.Lab;

namespace IwTune.Agent.Tests.Deploy;

/// <summary>A removal restores what the service changed, wherever the service has its state.</summary>
public sealed class PackageStateTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("iwtune-state-").FullName;

    public PackageStateTests()
    {
        Directory.CreateDirectory(Usual);
        Directory.CreateDirectory(Other);
    }

    private string Usual => At("usual");
    private string Other => At("other");

    [Theory]
    [InlineData("RUN_OPTIONS=\"--policy /etc/p.yaml --state {0}\"")]
    [InlineData("RUN_OPTIONS=--state={0} --policy /etc/p.yaml")]
    [InlineData("RUN_OPTIONS='--state /before'\nRUN_OPTIONS='--state:{0}'")]
    public void A_removal_restores_the_state_that_the_options_name_and_the_usual_one(string options)
    {
        var (exit, called, _) = Remove(options.Replace("{0}", Other, StringComparison.Ordinal));
        Assert.Equal(0, exit);
        Assert.Equal([$"rollback --all --wait 60s --state {Other}", "rollback --all --wait 60s"], called);
    }

    [Fact]
    public void A_removal_restores_the_state_that_the_command_of_a_drop_in_names()
    {
        var command = $"{{ path=/usr/bin/iwtune ; argv[]=/usr/bin/iwtune run --state {Other} ; ignore_errors=no }}";
        Assert.Contains($"rollback --all --wait 60s --state {Other}", Remove("RUN_OPTIONS=", command).Called);
    }

    [Theory]
    [InlineData("RUN_OPTIONS=")]
    [InlineData("# RUN_OPTIONS=\"--state /elsewhere\"")]
    [InlineData("RUN_OPTIONS=\"--state /not/there\"")]
    public void A_removal_restores_the_usual_state_alone_where_there_is_no_other(string options) =>
        Assert.Equal(["rollback --all --wait 60s"], Remove(options).Called);

    [Fact]
    public void What_a_refused_removal_proposes_is_for_the_state_that_was_not_restored()
    {
        var (exit, called, said) = Remove($"RUN_OPTIONS=\"--state {Other}\"", restored: false);
        Assert.Equal(1, exit);
        Assert.Single(called);
        Assert.Contains($"iwtune explain-rollback --state {Other} ", said, StringComparison.Ordinal);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private string At(string name) => Path.Combine(_folder, name);

    private (int Exit, IReadOnlyList<string> Called, string Said) Remove(string options, string command = "", bool restored = true)
    {
        if (OperatingSystem.IsWindows())
            Lacking.Skip("these packages are for Linux");
        File.WriteAllText(At("default"), options + "\n");
        var log = At("called");
        Program("iwtune", $"echo \"$*\" >>{log}\nexit {(restored ? 0 : 1)}");
        Program("systemctl", $"echo '{command}'");
        Program("service-state", Moved(PackageFile.Read("service-state")));
        var result = Commands.TryRun(
            "/bin/sh",
            "-c",
            $"PATH={_folder}:$PATH exec sh {Program("removal", Moved(PackageFile.Read("before-removal")))}"
        );
        return (result.ExitCode, File.Exists(log) ? File.ReadAllLines(log) : [], result.Error);
    }

    private string Moved(string script) =>
        script
            .Replace("/run/systemd/system", _folder, StringComparison.Ordinal)
            .Replace("/etc/default/iwtune", At("default"), StringComparison.Ordinal)
            .Replace("/usr/bin/iwtune", At("iwtune"), StringComparison.Ordinal)
            .Replace("/usr/libexec/iwtune/service-state", At("service-state"), StringComparison.Ordinal)
            .Replace("/var/lib/iwtune", Usual, StringComparison.Ordinal);

    private string Program(string name, string script)
    {
        File.WriteAllText(At(name), $"#!/bin/sh\n{script}\n");
        File.SetUnixFileMode(At(name), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return At(name);
    }
}
