using System.Globalization;

namespace IwTune.WindowsDouble.PowerShell;

/// <summary>The errors of the cmdlets.</summary>
internal static class CmdletErrors
{
    private const string NotCaptured = "(nobody has captured the text of this error)";

    /// <summary>A Win32 error from the provider. Id and form are those of the captured error 87.</summary>
    public static CmdletAnswer Of(int code, string cmdlet, string text = NotCaptured) =>
        new([], new CmdletError(string.Create(CultureInfo.InvariantCulture, $"Windows System Error {code},{cmdlet}"), code, text));

    /// <summary>set-nettcpsetting-error-only-custom-win10-en-US.</summary>
    public static CmdletAnswer OnlyCustom() =>
        Of(87, "Set-NetTCPSetting", "Only the custom templates InternetCustom and DatacenterCustom can be modified.");

    /// <summary>In the form of set-nettcpsetting-error-readonly-win10-de-DE, which is about another property.</summary>
    public static CmdletAnswer ReadOnly(string property) => Of(87, "Set-NetTCPSetting", $"Property {property} is read-only");

    /// <summary>new-nettransportfilter-error-win10-en-US, which has no id.</summary>
    public static CmdletAnswer ServersOnly(string cmdlet) =>
        new([], new CmdletError($",{cmdlet}", null, "This feature is available on servers only."));

    /// <summary>PowerShell's own error, where the module is missing.</summary>
    public static CmdletAnswer NoSuchCommand(string name) => new([], new CmdletError("CommandNotFoundException", null, NotCaptured));

    /// <summary>The form in which Get-, Set- and Remove- cmdlets of such modules report that nothing matches.</summary>
    public static CmdletAnswer NotFound(string cmdlet) =>
        new([], new CmdletError($"CmdletizationQuery_NotFound,{cmdlet}", null, NotCaptured));

    /// <summary>
    /// The same for a selection by one property. Id and text are PowerShell's own, not the provider's, as Get-Disk and
    /// Get-ScheduledTask show them.
    /// </summary>
    public static CmdletAnswer NotFound(string cmdlet, string ofClass, string property, string value) =>
        new(
            [],
            new CmdletError(
                $"CmdletizationQuery_NotFound_{property},{cmdlet}",
                null,
                $"No {ofClass} objects found with property '{property}' equal to '{value}'.  Verify the value of the property and retry."
            )
        );
}
