#if NET9_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;
#endif

namespace IwTune.Agent.Cli;

/// <summary>
/// What this program carries. The native compiler leaves out what is switched off when the program is published, and so keeps what the
/// daemon loads at each start small.
/// </summary>
internal static class Carried
{
    /// <summary>The commands of <see cref="ToolVerbs"/>; without them they are in a program of their own beside this one.</summary>
#if NET9_0_OR_GREATER
    [FeatureSwitchDefinition("IwTune.Tools")]
#endif
    public static bool Tools => !AppContext.TryGetSwitch("IwTune.Tools", out var carried) || carried;
}
