using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Windows.Facts;

namespace IwTune.Agent.Windows.GroupPolicy;

/// <summary>
/// What Group Policy, or Intune over the same template (<c>deploy/windows/admx</c>), wrote for this host. Every user of the host may read
/// it, and every user of the domain the policy it comes from. So no token is among the values.
/// </summary>
internal static class RegistryPolicy
{
    /// <summary>Below HKEY_LOCAL_MACHINE; only administrators may write there.</summary>
    public const string Key = @"Software\Policies\IwTune";

    public const string Mode = "Mode";
    public const string Server = "Server";
    public const string CaPin = "CaPin";
    public const string Enforce = "enforce";
    public const string Observe = "observe";

    private const string Means = "group policy";

    /// <summary>Reads the values; one that is not understood is reported and taken as the value that changes nothing.</summary>
    public static CentralSettings Read(IRegistry registry)
    {
        var problems = new List<string>();
        return new CentralSettings
        {
            Mode = ModeOf(registry.Text(Key, Mode).Trim(), problems),
            Fleet = FleetOf(registry.Text(Key, Server).Trim(), registry.Text(Key, CaPin).Trim(), problems),
            Means = Means,
            Problems = problems,
        };
    }

    private static HostMode? ModeOf(string word, List<string> problems)
    {
        switch (word)
        {
            case "":
                return null;
            case Enforce:
                return HostMode.Enforce;
            case Observe:
                return HostMode.Observe;
            default:
                problems.Add(
                    $"Group policy: HKLM\\{Key}\\{Mode} is '{word}', not {Enforce} or {Observe}. Until it is, this host only observes."
                );
                return HostMode.Observe;
        }
    }

    private static FleetAddress? FleetOf(string server, string pin, List<string> problems)
    {
        if (server.Length == 0 && pin.Length == 0)
            return null;
        if (FleetAddress.ServerOf(server) is not { } address)
            problems.Add(
                $"Group policy: HKLM\\{Key}\\{Server} is '{server}', not https://HOST:PORT without a path; no server is taken from there."
            );
        else if (!Control.CaPin.TryParse(pin, out _))
            problems.Add($"Group policy: HKLM\\{Key}\\{CaPin} is '{pin}', not sha256: and 64 hex digits; no server is taken from there.");
        else
            return new FleetAddress(address, pin, Means);
        return null;
    }
}
