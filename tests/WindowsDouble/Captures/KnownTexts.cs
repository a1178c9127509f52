using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.WindowsDouble.Captures;

/// <summary>
/// The capture that answers each command on each Windows in each language. Everything else is unknown, and is not invented.
/// </summary>
internal static class KnownTexts
{
    /// <summary>The default template's name and block.</summary>
    public static IEnumerable<string>? ShowDefault(MachineState state) =>
        (state.Profile, state.Locale) switch
        {
            ("2008r2", "en-US") => Capture.Load("netsh-show-supplemental-2008r2-no-hotfix-en-US").Lines,
            ("2008r2-kb", "en-US") => WithHeading("netsh-show-supplemental-2008r2-kb2472264-en-US", state),
            (_, "en-US") when IsCurrent(state) => WithHeading("netsh-show-supplemental-win11-en-US", state),
            (_, "de-DE") when IsCurrent(state) => WithHeading("netsh-show-supplemental-win10or11-custom-default-de-DE", state),
            _ => null,
        };

    /// <summary>The block of one template.</summary>
    public static IEnumerable<string>? ShowTemplate(MachineState state, TemplateState template) =>
        state.Locale switch
        {
            "en-US" when IsCurrent(state) => new SupplementalBlock(
                Capture.Load("netsh-show-supplemental-template-internet-2023-en-US")
            ).Body(template),
            // With template= the heading is absent and nothing else differs: observed in English, assumed for German.
            "de-DE" when IsCurrent(state) => new SupplementalBlock(
                Capture.Load("netsh-show-supplemental-win10or11-custom-default-de-DE")
            ).Body(template),
            _ => null,
        };

    /// <summary>The global parameters, as captured.</summary>
    public static IEnumerable<string>? ShowGlobal(MachineState state) =>
        (state.Profile, state.Locale) switch
        {
            ("2012", "en-US") => Capture.Load("netsh-show-global-server2012-en-US").Lines,
            ("2016" or "2019", "en-US") => Capture.Load("netsh-show-global-server2016or2019-en-US").Lines,
            (_, "en-US") when IsCurrent(state) => Capture.Load("netsh-show-global-win10or11-en-US").Lines,
            (_, "de-DE") when IsCurrent(state) => Capture.Load("netsh-show-global-win10or11-de-DE").Lines,
            (_, "zh-CN") when IsCurrent(state) => Capture.Load("netsh-show-global-win10or11-zh-CN").Lines,
            (_, "ja-JP") when IsCurrent(state) => Capture.Load("netsh-show-global-win11-ja-JP").Lines,
            _ => null,
        };

    /// <summary>The message that a template was set. A German script waits for the same word.</summary>
    public static IEnumerable<string>? Done(MachineState state) =>
        state.Locale is "en-US" or "de-DE" ? Capture.Load("netsh-set-ok-win10or11-en-US").Lines : null;

    /// <summary>The message that it was not set, for lack of rights.</summary>
    public static IEnumerable<string>? Denied(MachineState state) =>
        state.Locale is "de-DE" ? Capture.Load("netsh-set-supplemental-not-elevated-win10or11-de-DE").Lines : null;

    // The captures named Windows 10 or 11 apply to every Windows of their generation, servers too: it is the same program.
    private static bool IsCurrent(MachineState state) => Profile.Of(state.Profile).Build >= 19041;

    private static IEnumerable<string>? WithHeading(string name, MachineState state)
    {
        // Captured: internet, and custom for DatacenterCustom; on 2008 R2 custom is the name itself. The output for Automatic, which has no
        // values, is not known.
        var word = state.Default switch
        {
            "Internet" => "internet",
            "DatacenterCustom" or "Custom" => "custom",
            _ => null,
        };
        if (word is null || state.Template(state.Default) is not { } template)
            return null;
        var block = new SupplementalBlock(Capture.Load(name));
        return [.. block.Heading(word), .. block.Body(template)];
    }
}
