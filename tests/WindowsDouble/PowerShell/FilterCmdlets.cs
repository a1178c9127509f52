using System.Globalization;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Machine;

namespace IwTune.WindowsDouble.PowerShell;

/// <summary>Get-, New- and Remove-NetTransportFilter.</summary>
internal static class FilterCmdlets
{
    // ERROR_OBJECT_ALREADY_EXISTS: the answer of sibling cmdlets of the module to a duplicate; there is no capture of this cmdlet.
    private const int AlreadyExists = 5010;

    public static CmdletAnswer Get(Access access, Dictionary<string, object> parameters)
    {
        var selects = Selector.From(parameters);
        Unused.Refuse("Get-NetTransportFilter", parameters);
        return access.State.IsServer
            ? new CmdletAnswer([.. Listed(access.State).Where(selects.Matches).Select(Row)])
            : CmdletErrors.ServersOnly("Get-NetTransportFilter");
    }

    // A list also shows "the default INTERNET one" besides the created filters: the filter of all other connections, which gives the
    // machine's default template.
    private static IEnumerable<FilterState> Listed(MachineState state) => state.Filters.Prepend(new FilterState(state.Default));

    public static CmdletAnswer New(Access access, Dictionary<string, object> parameters)
    {
        const string Name = "New-NetTransportFilter";
        if (!access.State.IsServer)
            return CmdletErrors.ServersOnly(Name);
        if (access.Fault(FaultKind.Denied) is not null)
            return CmdletErrors.Of(5, Name);
        var ports = parameters.Keys.Count(key => key.Contains("Port", StringComparison.OrdinalIgnoreCase));
        if (ports is not (0 or 4) || (ports > 0) == parameters.ContainsKey("DestinationPrefix"))
            throw new NotSupportedException(
                $"filters are seen with all four ports, or with a prefix, never otherwise; given: {string.Join(", ", parameters.Keys)}"
            );
        var filter = Selector.From(parameters).Filled();
        Unused.Refuse(Name, parameters);
        if (access.Seen.Template(filter.SettingName) is null)
            return CmdletErrors.Of(87, Name);
        if (access.Fault(FaultKind.FilterClash) is not null || access.State.Filters.Any(filter.CoversTheSame))
            return CmdletErrors.Of(AlreadyExists, Name);
        if (access.Fault(FaultKind.LostWrite) is null)
            access.Change(state => state with { Filters = [.. state.Filters, filter] });
        return new CmdletAnswer([Row(filter)]);
    }

    public static CmdletAnswer Remove(Access access, Dictionary<string, object> parameters)
    {
        const string Name = "Remove-NetTransportFilter";
        if (!access.State.IsServer)
            return CmdletErrors.ServersOnly(Name);
        if (access.Fault(FaultKind.Denied) is not null)
            return CmdletErrors.Of(5, Name);
        if (parameters.Count == 0)
            throw new NotSupportedException($"{Name} without a selection would remove every filter of the machine");
        var selects = Selector.From(parameters);
        Unused.Refuse(Name, parameters);
        if (!access.State.Filters.Any(selects.Matches))
            return CmdletErrors.NotFound(Name);
        if (access.Fault(FaultKind.LostWrite) is null)
            access.Change(state => state with { Filters = [.. state.Filters.Where(filter => !selects.Matches(filter))] });
        return new CmdletAnswer([]);
    }

    private static Dictionary<string, object?> Row(FilterState filter) =>
        new(StringComparer.OrdinalIgnoreCase)
        {
            ["SettingName"] = filter.SettingName,
            ["Protocol"] = filter.Protocol,
            ["LocalPortStart"] = filter.LocalPortStart,
            ["LocalPortEnd"] = filter.LocalPortEnd,
            ["RemotePortStart"] = filter.RemotePortStart,
            ["RemotePortEnd"] = filter.RemotePortEnd,
            ["DestinationPrefix"] = filter.DestinationPrefix,
            ["InstanceID"] = null,
            ["PSComputerName"] = null,
        };

    /// <summary>Some fields of a filter, as parameters name them.</summary>
    private sealed record Selector(
        string? SettingName,
        string? Protocol,
        ushort? LocalPortStart,
        ushort? LocalPortEnd,
        ushort? RemotePortStart,
        ushort? RemotePortEnd,
        string? DestinationPrefix
    )
    {
        public static Selector From(Dictionary<string, object> parameters)
        {
            return new Selector(
                Text("SettingName"),
                Text("Protocol"),
                Port("LocalPortStart"),
                Port("LocalPortEnd"),
                Port("RemotePortStart"),
                Port("RemotePortEnd"),
                Text("DestinationPrefix")
            );

            string? Text(string name) => parameters.Remove(name, out var value) ? One(value).ToString() : null;

            ushort? Port(string name) =>
                parameters.Remove(name, out var value) ? Convert.ToUInt16(One(value), CultureInfo.InvariantCulture) : null;

            // Get- and Remove- take arrays.
            static object One(object value) => value is Array { Length: 1 } array ? array.GetValue(0)! : value;
        }

        public bool Matches(FilterState filter) =>
            Same(SettingName, filter.SettingName)
            && Same(Protocol, filter.Protocol)
            && Same(DestinationPrefix, filter.DestinationPrefix)
            && (LocalPortStart ?? filter.LocalPortStart) == filter.LocalPortStart
            && (LocalPortEnd ?? filter.LocalPortEnd) == filter.LocalPortEnd
            && (RemotePortStart ?? filter.RemotePortStart) == filter.RemotePortStart
            && (RemotePortEnd ?? filter.RemotePortEnd) == filter.RemotePortEnd;

        public FilterState Filled()
        {
            var usual = new FilterState(SettingName ?? throw new NotSupportedException("New-NetTransportFilter needs -SettingName"));
            return usual with
            {
                Protocol = Protocol ?? usual.Protocol,
                LocalPortStart = LocalPortStart ?? usual.LocalPortStart,
                LocalPortEnd = LocalPortEnd ?? usual.LocalPortEnd,
                RemotePortStart = RemotePortStart ?? usual.RemotePortStart,
                RemotePortEnd = RemotePortEnd ?? usual.RemotePortEnd,
                DestinationPrefix = DestinationPrefix ?? usual.DestinationPrefix,
            };
        }

        private static bool Same(string? asked, string found) =>
            asked is null || string.Equals(asked, found, StringComparison.OrdinalIgnoreCase);
    }
}
