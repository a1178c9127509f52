using System.Diagnostics;
using IwTune.Fuzz.Targets;

namespace IwTune.Fuzz.Guiding;

/// <summary>An input for which a target does not keep its promise.</summary>
/// <param name="Kind">What went wrong and where: one input of each kind is enough.</param>
/// <param name="Text">For a person.</param>
/// <param name="Input">The input.</param>
internal sealed record Finding(string Kind, string Text, byte[] Input)
{
    public static Finding Of(Exception thrown, byte[] input) =>
        new($"{thrown.GetType().Name} in {Place(thrown)}", thrown.ToString(), input);

    public override string ToString() => $"{Kind}\n{InputText.Write(Input)}\n\n{Text}\n";

    /// <summary>The innermost method of the product; a promise that is broken has its own text.</summary>
    private static string Place(Exception thrown)
    {
        if (thrown is BrokenPromiseException)
            return thrown.Message;
        foreach (var frame in new StackTrace(thrown).GetFrames())
        {
            if (frame.GetMethod()?.DeclaringType is { Namespace: { } space } type && space.StartsWith("IwTune.", StringComparison.Ordinal))
                return $"{type.FullName}.{frame.GetMethod()!.Name}";
        }
        return "nowhere";
    }
}
