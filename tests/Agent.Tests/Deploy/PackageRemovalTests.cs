using IwTune.Lab;

namespace IwTune.Agent.Tests.Deploy;

/// <summary>A removal that cannot restore the windows leaves the service as it was.</summary>
public sealed class PackageRemovalTests : IDisposable
{
    private const string Active = "systemctl --quiet is-active iwtune.service";
    private const string Start = "systemctl start iwtune.service";

    private readonly string _folder = Directory.CreateTempSubdirectory("iwtune-removal-").FullName;

    [Fact]
    public void A_refused_removal_of_a_deb_starts_the_service_again()
    {
        var (exit, called, _) = Run(PackageFile.Read("prerm"), "remove", active: true, restored: false);
        Assert.NotEqual(0, exit);
        Assert.Equal([Active, "deb-systemd-invoke stop iwtune.service", Start], called);
    }

    [Fact]
    public void A_refused_removal_of_an_rpm_starts_the_service_again_and_keeps_it_enabled()
    {
        var (exit, called, _) = Run(Scriptlet("%preun"), "0", active: true, restored: false);
        Assert.NotEqual(0, exit);
        Assert.Equal([Active, "systemctl stop iwtune.service", Start], called);
    }

    [Fact]
    public void A_service_that_did_not_run_is_not_started()
    {
        Assert.DoesNotContain(Start, Run(PackageFile.Read("prerm"), "remove", active: false, restored: false).Called);
        Assert.DoesNotContain(Start, Run(Scriptlet("%preun"), "0", active: false, restored: false).Called);
    }

    [Fact]
    public void A_removal_that_restored_everything_starts_nothing()
    {
        var deb = Run(PackageFile.Read("prerm"), "remove", active: true, restored: true);
        Assert.Equal((0, "deb-systemd-invoke stop iwtune.service"), (deb.Exit, deb.Called[^1]));
        var rpm = Run(Scriptlet("%preun"), "0", active: true, restored: true);
        Assert.Equal((0, "systemctl --no-reload disable iwtune.service"), (rpm.Exit, rpm.Called[^1]));
    }

    [Fact]
    public void A_removed_rpm_says_what_stays_and_how_the_page_removes_it()
    {
        var (exit, _, said) = Run(Scriptlet("%postun"), "0", active: false, restored: true);
        Assert.Equal(0, exit);
        var page = File.ReadAllText(Path.Combine(Binaries.Root, "docs", "linux-install.md"));
        var commands = said.Split('\n').Where(line => line.StartsWith("  # ", StringComparison.Ordinal)).Select(line => line[4..]).ToList();
        Assert.Equal(3, commands.Count);
        Assert.Contains(string.Concat(commands.Select(command => $"    {command}\n")), page, StringComparison.Ordinal);
    }

    [Fact]
    public void An_upgraded_rpm_removes_nothing_and_says_nothing() =>
        Assert.Equal("", Run(Scriptlet("%postun"), "1", active: true, restored: true).Said);

    [Fact]
    public void An_upgrade_lets_the_service_run()
    {
        Assert.Empty(Run(PackageFile.Read("prerm"), "upgrade", active: true, restored: false).Called);
        Assert.Empty(Run(Scriptlet("%preun"), "1", active: true, restored: false).Called);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private (int Exit, IReadOnlyList<string> Called, string Said) Run(string script, string argument, bool active, bool restored)
    {
        if (OperatingSystem.IsWindows())
            Lacking.Skip("these packages are for Linux");
        var log = Path.Combine(_folder, "called");
        File.Delete(log);
        foreach (var program in (string[])["systemctl", "deb-systemd-invoke"])
        {
            var path = Path.Combine(_folder, program);
            File.WriteAllText(path, $"#!/bin/sh\necho \"{program} $*\" >>{log}\ncase $* in *is-active*) exit {(active ? 0 : 3)} ;; esac\n");
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
        var here = Path.Combine(_folder, "script");
        File.WriteAllText(
            here,
            script
                .Replace("/run/systemd/system", _folder, StringComparison.Ordinal)
                .Replace("[ -d /var/lib/iwtune ]", $"[ -d {_folder} ]", StringComparison.Ordinal)
                .Replace("/usr/libexec/iwtune/before-removal", restored ? "true" : "false", StringComparison.Ordinal)
        );
        var result = Commands.TryRun("/bin/sh", "-c", $"PATH={_folder}:$PATH exec sh {here} {argument}");
        return (result.ExitCode, File.Exists(log) ? File.ReadAllLines(log) : [], result.Output);
    }

    private static string Scriptlet(string name)
    {
        var spec = PackageFile.Read("iwtune.spec");
        var from = spec.IndexOf($"{name}\n", StringComparison.Ordinal) + name.Length + 1;
        return spec[from..spec.IndexOf("\n%", from, StringComparison.Ordinal)];
    }
}
