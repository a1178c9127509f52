using System.CommandLine.Parsing;

namespace IwTune.Shared.CommandLines;

/// <summary>A validator that does not judge what cannot be read.</summary>
internal sealed class GuardedValidator<T>
    where T : SymbolResult
{
    private readonly Action<T> _inner;

    private GuardedValidator(Action<T> inner) => _inner = inner;

    /// <summary>Guards each of them, once.</summary>
    public static void Around(List<Action<T>> validators)
    {
        for (var i = 0; i < validators.Count; i++)
            if (validators[i].Target is not GuardedValidator<T>)
                validators[i] = new GuardedValidator<T>(validators[i]).Run;
    }

    private void Run(T result)
    {
        try
        {
            _inner(result);
        }
        catch (InvalidOperationException)
        {
            // What cannot be read is an error of the parser already.
        }
    }
}
