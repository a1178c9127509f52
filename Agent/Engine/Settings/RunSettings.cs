using System.Globalization;
using IwTune.Agent.Engine.State;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine.Settings;

/// <summary>How the daemon was started, or would be.</summary>
/// <param name="StateDirectory">Its path.</param>
/// <param name="Socket">Where it listens.</param>
/// <param name="PolicyFile">The file it enforces; <see langword="null"/> without one.</param>
/// <param name="BackendOption">True when the backend was given as an option.</param>
/// <param name="DefaultSocket">Where it would listen without the option.</param>
internal sealed record RunSetup(string StateDirectory, string Socket, string? PolicyFile, bool BackendOption, string DefaultSocket);

/// <summary>Everything the agent runs with, each with its source.</summary>
internal static class RunSettings
{
    private const string BusVariable = "DBUS_SYSTEM_BUS_ADDRESS";

    private static readonly string[] Variables = [BusVariable, "NOTIFY_SOCKET", "WATCHDOG_USEC"];

    /// <param name="setup">How it was started.</param>
    /// <param name="state">Its state directory, whose limits file is read.</param>
    /// <param name="file">Its settings.</param>
    /// <param name="backend">The backend in use, which counts from the start.</param>
    public static IReadOnlyList<ShownSetting> Of(RunSetup setup, StateDirectory state, SettingsFile file, Backend backend)
    {
        var settings = file.Settings;
        ShownSetting Own(string key, string value) =>
            file.Written.Contains(key) ? new(key, value, SettingSource.File, state.Settings) : new(key, value, SettingSource.Default, "");
        return
        [
            Option("state", setup.StateDirectory, StateDirectory.DefaultPath),
            Option("socket", setup.Socket, setup.DefaultSocket),
            Option("policy", setup.PolicyFile ?? "", ""),
            file.Central.Mode is null
                ? Own("mode", Word(settings.Mode))
                : new("mode", Word(settings.Mode), SettingSource.Central, file.Central.Means),
            setup.BackendOption ? new("backend", Word(backend), SettingSource.Option, "--backend") : Own("backend", Word(backend)),
            Own("bpf.cgroup", settings.ControlGroup ?? ""),
            Own("bpf.pod-logs", settings.PodLogs),
            Own("network-manager.convert-gateway", Word(settings.ConvertGateway)),
            Own("networkd.reload-now", Word(settings.ReloadNetworkd)),
            Own("rtt.destinations", string.Join(", ", settings.Rtt.Destinations)),
            Own("rtt.every", Word(settings.Rtt.Every)),
            Own("repairs.max", settings.Repairs.Max.ToString(CultureInfo.InvariantCulture)),
            Own("repairs.within", Word(settings.Repairs.Within)),
            Own("monitoring.fall-back-after", Word(settings.FallBackAfter)),
            .. OfLimits(state),
            .. settings.Fleet is { } fleet
                ? [new("server", fleet.Server.GetLeftPart(UriPartial.Authority), SettingSource.Central, fleet.From)]
                : Array.Empty<ShownSetting>(),
            .. Variables
                .Where(name => Environment.GetEnvironmentVariable(name) is { Length: > 0 })
                .Select(name => new ShownSetting(
                    name == BusVariable ? "system-bus" : name.ToLowerInvariant().Replace('_', '-'),
                    Environment.GetEnvironmentVariable(name)!,
                    SettingSource.Environment,
                    name
                )),
        ];
    }

    private static ShownSetting Option(string name, string value, string usual) =>
        value == usual ? new(name, value, SettingSource.Default, "") : new(name, value, SettingSource.Option, $"--{name}");

    private static IEnumerable<ShownSetting> OfLimits(StateDirectory state)
    {
        var (limits, problem) = ReadLimits(state);
        if (problem.Length > 0)
        {
            yield return new("limits", problem, SettingSource.File, state.Limits);
            yield break;
        }
        yield return limits.Max is { } max
            ? new("limits.max", $"{max}", SettingSource.File, state.Limits)
            : new("limits.max", "", SettingSource.Default, "");
        yield return limits.StepFactor is { } factor
            ? new("limits.step", $"x{factor}", SettingSource.File, state.Limits)
            : new("limits.step", "", SettingSource.Default, "");
    }

    private static (Limits Limits, string Problem) ReadLimits(StateDirectory state)
    {
        try
        {
            return LimitsReader.Read(SharedFile.ReadAllText(state.Limits)).Limits is { } limits
                ? (limits, "")
                : (Limits.None, "not valid, so nothing is set; see 'iwtune config check'");
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return (Limits.None, "");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return (Limits.None, $"cannot be read: {e.Message}");
        }
    }

    private static string Word<T>(T value)
        where T : struct =>
        value switch
        {
            TimeSpan { TotalHours: >= 1 } time when time.Ticks % TimeSpan.TicksPerHour == 0 => $"{(int)time.TotalHours}h",
            TimeSpan { TotalMinutes: >= 1 } time when time.Ticks % TimeSpan.TicksPerMinute == 0 => $"{(int)time.TotalMinutes}m",
            TimeSpan time => $"{(int)time.TotalSeconds}s",
            _ => value.ToString()!.ToLowerInvariant(),
        };
}
