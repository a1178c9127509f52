@{
    RootModule             = 'IwTune.dll'
    ModuleVersion          = '0.1.0'
    GUID                   = '0f0e8f2c-3f0b-4a51-9d0e-7c5d6a1b8e24'
    Author                 = 'the IwTune authors'
    CompanyName            = 'IwTune'
    Copyright              = 'Copyright (c) 2026 the IwTune authors'
    Description            = 'The initial window of TCP connections on this host: looks at it, tests it against a policy, sets it, and restores it.'

    CompatiblePSEditions   = @('Desktop', 'Core')
    PowerShellVersion      = '5.1'
    # The first .NET Framework that loads an assembly for .NET Standard 2.0 without anything beside it.
    DotNetFrameworkVersion = '4.7.2'

    FormatsToProcess       = @('IwTune.format.ps1xml')
    CmdletsToExport        = @('Get-IwTuneStatus', 'Get-IwTuneWindow', 'Invoke-IwTunePolicy', 'Restore-IwTuneWindow', 'Test-IwTunePolicy')
    FunctionsToExport      = @()
    VariablesToExport      = @()
    AliasesToExport        = @()
    FileList               = @('IwTune.psd1', 'IwTune.dll', 'IwTune.format.ps1xml', 'en-US/IwTune.dll-Help.xml')

    PrivateData            = @{
        PSData = @{
            Tags         = @('TCP', 'initcwnd', 'CongestionWindow', 'Network', 'Tuning', 'Windows', 'Linux', 'PSEdition_Desktop', 'PSEdition_Core')
            LicenseUri   = 'https://github.com/iwtune/iwtune/blob/main/LICENSE'
            ProjectUri   = 'https://github.com/iwtune/iwtune'
            ReleaseNotes = 'https://github.com/iwtune/iwtune/blob/main/CHANGELOG.md'
        }
    }
}
