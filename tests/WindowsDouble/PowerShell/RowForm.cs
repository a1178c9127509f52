namespace IwTune.WindowsDouble.PowerShell;

/// <summary>How the choices among a row's values come, which depends on how the module was loaded.</summary>
public enum RowForm
{
    /// <summary>As names: the generated enum types, by ToString().</summary>
    Names,

    /// <summary>As the numbers of the class.</summary>
    Numbers,

    /// <summary>Through a Windows PowerShell beside: names, and what remoting adds to every object.</summary>
    Deserialized,
}
