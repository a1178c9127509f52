using System.Text;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Cli.Services;

/// <summary>The state directories that the service of this host can have used: that of its options, and the usual one.</summary>
internal static class ServiceStates
{
    /// <summary>Reads the unit and its options; the packages use it, too.</summary>
    private const string Reader = "/usr/libexec/iwtune/service-state";

    /// <exception cref="StateUnusableException">It cannot be found out.</exception>
    public static async ValueTask<IReadOnlyList<string>> OfThisHostAsync(CancellationToken ct)
    {
        var usual = StateDirectory.DefaultPath;
        return await OfServiceAsync(ct) is { Length: > 0 } service && service != usual ? [service, usual] : [usual];
    }

    private static async ValueTask<string?> OfServiceAsync(CancellationToken ct)
    {
        if (OperatingSystem.IsWindows())
            return new ServiceDatabase().Find() is { } entry ? ServiceInstallation.Told(entry, StateOption.Option.Name) : null;
        if (!File.Exists(Reader))
            return null;
        var run = await new HostPrograms(TimeProvider.System).RunAsync(new HostCommand("service-state", Reader, []), ct);
        return run.ExitCode == 0
            ? Encoding.UTF8.GetString(run.Output).Trim()
            : throw new StateUnusableException(
                $"Where the service has its state is not known: {Reader} {(run.ExitCode is { } code ? $"ended with {code}" : "failed")}. "
                    + $"{(run.Problem + Encoding.UTF8.GetString(run.Errors)).Trim()} Nothing was done. Name the directory with --state."
            );
    }
}
