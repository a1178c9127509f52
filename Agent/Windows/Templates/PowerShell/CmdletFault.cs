using System.Globalization;
using IwTune.Agent.Windows.Templates.Wmi;

namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>What a cmdlet's error means, by the remedy.</summary>
internal enum CmdletFault
{
    /// <summary>Not elevated, or not allowed.</summary>
    AccessDenied,

    /// <summary>Client editions have no transport filters.</summary>
    ServersOnly,

    /// <summary>Up to 2012 R2 only custom templates can be modified.</summary>
    OnlyCustom,

    /// <summary>Client editions let nothing be set.</summary>
    ReadOnly,

    /// <summary>A value was not taken.</summary>
    InvalidValue,

    /// <summary>Scripts may not run, and the module is one.</summary>
    ExecutionPolicy,

    /// <summary>The module or its command is not there.</summary>
    ModuleMissing,

    /// <summary>The command did not end in time.</summary>
    TimeLimit,

    /// <summary>Nothing matched.</summary>
    NotFound,

    /// <summary>The same is there already.</summary>
    AlreadyThere,

    /// <summary>Its own message.</summary>
    Other,
}

/// <summary>Distinguishes errors by their id and by the code in it. Texts are in any language.</summary>
internal static class CmdletFaults
{
    private const string SystemError = "Windows System Error ",
        Mi = "MI RESULT ",
        HResult = "HRESULT 0x";

    // winerror.h: the ERROR_ constants of these names.
    private const int AccessDenied = 5,
        NotSupported = 50,
        FileExists = 80,
        InvalidParameter = 87,
        AlreadyExists = 183,
        ElevationRequired = 740,
        NotFound = 1168,
        ObjectAlreadyExists = 5010;

    // mi.h: the MI_RESULT_ constants.
    private const int MiAccessDenied = 2,
        MiInvalidParameter = 4,
        MiNotFound = 6,
        MiNotSupported = 7,
        MiAlreadyExists = 11;

    public static CmdletFault Of(string command, PowerShellError error, WindowsVersion version)
    {
        // Before anything else: a client refuses these commands whatever their parameters, with ids that differ by command.
        if (!version.Server && command.EndsWith("-NetTransportFilter", StringComparison.OrdinalIgnoreCase))
            return CmdletFault.ServersOnly;
        var id = error.Id.Split(',')[0].Trim();
        return Code(error.NativeCode, id) switch
        {
            AccessDenied or ElevationRequired => CmdletFault.AccessDenied,
            NotFound => CmdletFault.NotFound,
            FileExists or AlreadyExists or ObjectAlreadyExists => CmdletFault.AlreadyThere,
            InvalidParameter or NotSupported => !version.Server ? CmdletFault.ReadOnly
            : version.Build < FirstWithAllWritable && command.StartsWith("Set-", StringComparison.OrdinalIgnoreCase)
                ? CmdletFault.OnlyCustom
            : CmdletFault.InvalidValue,
            _ => id switch
            {
                PowerShellError.TimeLimit => CmdletFault.TimeLimit,
                "UnauthorizedAccess" => CmdletFault.ExecutionPolicy,
                "CommandNotFoundException" or "CouldNotAutoLoadModule" => CmdletFault.ModuleMissing,
                _ when id.StartsWith("Modules_", StringComparison.Ordinal) => CmdletFault.ModuleMissing,
                _ when id.StartsWith("CmdletizationQuery_NotFound", StringComparison.Ordinal) => CmdletFault.NotFound,
                _ => CmdletFault.Other,
            },
        };
    }

    /// <summary>The error as a sentence that says what to do next, followed by PowerShell's own message.</summary>
    public static string Sentence(string command, PowerShellError error, WindowsVersion version)
    {
        var fault = Of(command, error, version);
        var said = $"{error.Text.Trim()} ({error.Id})";
        return fault switch
        {
            CmdletFault.AccessDenied =>
                $"{command} was refused: access denied. Run the agent as its service, or from an elevated prompt. {said}",
            CmdletFault.ServersOnly =>
                $"{command}: transport filters exist on server editions only, and {version.Name} is a client. {said}",
            CmdletFault.OnlyCustom => $"{command}: {version.Name} lets only the custom templates be modified. {said}",
            CmdletFault.ReadOnly => $"{command}: on client editions of Windows these properties can be read only. {said}",
            CmdletFault.InvalidValue => $"{command}: Windows did not take a value. {said}",
            CmdletFault.ExecutionPolicy =>
                $"{command}: scripts may not run here. A Group Policy sets the execution policy (gpresult /h), which outweighs the "
                    + $"agent's own; allow signed scripts. {said}",
            CmdletFault.ModuleMissing => $"{command}: the module NetTCPIP of Windows could not be loaded. {said}",
            CmdletFault.TimeLimit =>
                $"{command} did not end within {PowerShellLimit.Seconds} s and was stopped; look whether the service Winmgmt answers "
                    + "(Get-CimInstance Win32_OperatingSystem).",
            CmdletFault.NotFound => $"{command}: nothing of that kind is there. {said}",
            CmdletFault.AlreadyThere => $"{command}: a filter that matches the same connections exists already. {said}",
            _ => $"{command} failed: {said}",
        };
    }

    /// <summary>Server 2016, the first on which Internet and Datacenter can be modified.</summary>
    private const int FirstWithAllWritable = 14393;

    // The low half of an HRESULT that stands for a Win32 error is that error.
    private static int? Code(int? told, string id) =>
        After(id, SystemError, NumberStyles.None)
        ?? After(id, Mi, NumberStyles.None) switch
        {
            MiAccessDenied => (int?)AccessDenied,
            MiInvalidParameter => InvalidParameter,
            MiNotFound => NotFound,
            MiNotSupported => NotSupported,
            MiAlreadyExists => AlreadyExists,
            _ => null,
        }
        ?? After(id, HResult, NumberStyles.AllowHexSpecifier) switch
        {
            unchecked((int)WmiErrorCode.AccessDenied) => (int?)AccessDenied,
            { } result when (result & 0x7FFF0000) == 0x00070000 => result & 0xFFFF,
            _ => null,
        }
        ?? told;

    private static int? After(string id, string start, NumberStyles style) =>
        id.StartsWith(start, StringComparison.OrdinalIgnoreCase)
        && int.TryParse(id.AsSpan(start.Length), style, CultureInfo.InvariantCulture, out var code)
            ? code
            : null;
}
