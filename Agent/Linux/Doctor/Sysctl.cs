using IwTune.Agent.Engine.Diagnosing;

namespace IwTune.Agent.Linux.Doctor;

/// <summary>How kernel settings are shown and corrected.</summary>
internal static class Sysctl
{
    /// <summary>The command that sets it now and after the next boot.</summary>
    public static string Set(string name, string value) =>
        $"sysctl -w {name}={Quoted(value)} && echo '{name} = {value}' >> /etc/sysctl.d/60-first-flight.conf";

    public static string Told(HostFindings host, string name) => $"{Short(name)} = {host.Sysctls[name]}";

    public static CheckAnswer Missing(string name) => CheckAnswer.NotKnown($"{name} does not exist on this kernel, or cannot be read");

    /// <summary>For a switch that should be on.</summary>
    public static CheckAnswer On(HostFindings host, string name, Func<string, string, CheckAnswer> otherwise) =>
        host.Number(name) switch
        {
            null => Missing(name),
            0 => otherwise(Told(host, name), Set(name, "1")),
            _ => CheckAnswer.Ok(Told(host, name)),
        };

    private static string Short(string name) => name[(name.LastIndexOf('.') + 1)..];

    private static string Quoted(string value) => value.Contains(' ', StringComparison.Ordinal) ? $"'{value}'" : value;
}
