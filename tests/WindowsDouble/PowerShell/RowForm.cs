namespace IwTune.WindowsDouble.PowerShell;

/// <summary>The form of a row's choices, which depends on how the module was loaded.</summary>
public enum RowForm
{
    /// <summary>As names: the generated enum types, by ToString().</summary>
    Names,

    /// <summary>As the numbers of the class.</summary>
    Numbers,

    /// <summary>From a separate Windows PowerShell: names, and the properties that remoting adds to every object.</summary>
    Deserialized,
}
