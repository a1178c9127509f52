namespace IwTune.Agent.Linux.SystemBus;

/// <summary>The bus itself as a destination of calls (D-Bus Specification, "Message Bus Messages").</summary>
internal static class BusNames
{
    public const string Bus = "org.freedesktop.DBus";
    public const string OwnerChanged = "NameOwnerChanged";
    public const string Properties = "org.freedesktop.DBus.Properties";

    private const string Path = "/org/freedesktop/DBus";

    /// <summary>A call to the bus.</summary>
    public static BusCall Ask(string member, params IReadOnlyList<BusValue> arguments) => new(Bus, Path, Bus, member, arguments);

    /// <summary>Reads the answer to <c>GetNameOwner</c>.</summary>
    /// <returns>Empty when no program owns the name; <see langword="null"/> when the bus did not answer.</returns>
    public static string? OwnerIn(BusAnswer answer) => answer.IsNobody ? "" : answer.First?.AsText;

    /// <summary>The match rules by which a watch gets its signals and the changes of the name's owner.</summary>
    public static IReadOnlyList<string> Rules(BusWatch watch) =>
        [
            $"type='signal',sender='{Bus}',interface='{Bus}',member='{OwnerChanged}',arg0='{watch.Name}'",
            $"type='signal',sender='{watch.Name}'"
                + (watch.Interface is { } @interface ? $",interface='{@interface}'" : "")
                + (watch.Member is { } member ? $",member='{member}'" : ""),
        ];
}
