namespace IwTune.Agent.Linux.SystemBus.Wire;

/// <summary>Types as D-Bus writes them (D-Bus Specification, "Type System").</summary>
internal static class BusSignature
{
    /// <summary>The specification's limit for nested arrays, and for nested structs.</summary>
    public const int DeepestNesting = 32;

    /// <summary>How many characters the first complete type takes.</summary>
    /// <exception cref="BusFormatException">There is none.</exception>
    public static int FirstLength(ReadOnlySpan<char> signature, int arrays = 0, int structs = 0)
    {
        if (signature.IsEmpty || arrays > DeepestNesting || structs > DeepestNesting)
            throw new BusFormatException("A type is incomplete or too deep.");
        return signature[0] switch
        {
            'a' when signature.Length > 1 && signature[1] == '{' => 1 + EntryLength(signature[1..], arrays + 1, structs),
            'a' => 1 + FirstLength(signature[1..], arrays + 1, structs),
            '(' => StructLength(signature, arrays, structs + 1),
            var basic when IsBasic(basic) || basic == 'v' => 1,
            var other => throw new BusFormatException($"'{other}' does not begin a type."),
        };
    }

    /// <summary>Where a value of a type that starts with this character may begin: a multiple of this.</summary>
    public static int Alignment(char type) =>
        type switch
        {
            'y' or 'g' or 'v' => 1,
            'n' or 'q' => 2,
            'x' or 't' or 'd' or '(' or '{' => 8,
            _ => 4,
        };

    /// <summary>The bytes of a number of fixed size; 0 for every other type.</summary>
    public static int Width(char type) =>
        type switch
        {
            'y' => 1,
            'n' or 'q' => 2,
            'b' or 'i' or 'u' or 'h' => 4,
            'x' or 't' or 'd' => 8,
            _ => 0,
        };

    private static bool IsBasic(char type) => Width(type) > 0 || type is 's' or 'o' or 'g';

    private static int StructLength(ReadOnlySpan<char> signature, int arrays, int structs)
    {
        var at = 1;
        while (at < signature.Length && signature[at] != ')')
            at += FirstLength(signature[at..], arrays, structs);
        return at > 1 && at < signature.Length ? at + 1 : throw new BusFormatException("A struct is empty or not closed.");
    }

    private static int EntryLength(ReadOnlySpan<char> signature, int arrays, int structs)
    {
        if (signature.Length < 4 || !IsBasic(signature[1]))
            throw new BusFormatException("A dictionary's key is not of a basic type.");
        var close = 2 + FirstLength(signature[2..], arrays, structs + 1);
        return close < signature.Length && signature[close] == '}'
            ? close + 1
            : throw new BusFormatException("A dictionary's entry is not closed.");
    }
}
